import { callTurn } from '#contract/call.ts';
import { type ChatChange, chatChange, followChanges } from '#contract/conversations/changes.ts';
import { refreshAccount } from '#stores/account/accountRefresh.ts';
import { isFollowed } from '#stores/answers/answerEvents.ts';
import { refreshThread } from '#stores/chat/openThread.ts';
import { receiveVote } from '#stores/chat/votes.ts';
import { $activity, markEnded, markRunning } from '#stores/conversations/activity.ts';
import { leaveIfDeleted, loadSoon } from '#stores/conversations/chatUpdates.ts';
import { findConversation } from '#stores/conversations/conversations.ts';
import { forgetConversations, removeConversation } from '#stores/conversations/listChanges.ts';
import { reloadAllOlder, reloadOlder } from '#stores/conversations/olderConversations.ts';

/** Pauses before connecting again after a refusal, in milliseconds; doubled each time. */
const firstPause = 5_000;
const longestPause = 60_000;

/** Pause between two looks at the clock, in milliseconds. A visible page that looks much later was asleep. */
const lookPause = 10_000;

let source: EventSource | undefined;
let pause = firstPause;
/** When the clock was looked at, or the connection was opened. */
let looked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps this page in step with other devices: follows changes while the page is visible, and loads what it may have missed
 * when it becomes visible or online again. Returns an unsubscribe function.
 */
export function watchLiveChanges(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', () => followWhileVisible(true), { signal });
  globalThis.addEventListener('online', () => restart(), { signal });
  const unwatchSleep = watchSleep();
  // A stream is no call, but it also waits for the first calls of the page.
  const turn = callTurn(followChanges);
  if (turn) void turn.then(() => signal.aborted || followWhileVisible(false));
  else followWhileVisible(false);
  return () => {
    ending.abort();
    unwatchSleep();
    close();
  };
}

/** Connects again after the computer slept: the server may have given up a connection that looks open here. */
function watchSleep(): () => void {
  const looking = setInterval(() => {
    const hasSlept = Date.now() - looked > 3 * lookPause;
    looked = Date.now();
    if (hasSlept) restart();
  }, lookPause);
  return () => clearInterval(looking);
}

/** `mayHaveMissed`: whether changes before the connection are missing on this page. */
function followWhileVisible(mayHaveMissed: boolean): void {
  if (document.visibilityState === 'hidden') return close();
  if (!source) open(mayHaveMissed);
}

function restart(): void {
  close();
  followWhileVisible(true);
}

function open(mayHaveMissed: boolean): void {
  clearTimeout(timer);
  looked = Date.now();
  const own = new EventSource(followChanges.path);
  source = own;
  let isOutdated = mayHaveMissed;
  own.addEventListener('open', () => {
    pause = firstPause;
    // The browser connects again by itself after a connection was lost.
    if (isOutdated) loadMissed();
    // An answer may have ended between the list and the first connection.
    else if (Object.values($activity.get()).includes('running')) loadSoon();
    isOutdated = true;
  });
  own.addEventListener('message', ({ data }: MessageEvent<string>) => apply(data));
  own.addEventListener('error', () => {
    if (own.readyState !== EventSource.CLOSED || source !== own) return;
    source = undefined;
    loadMissed();
    timer = setTimeout(() => followWhileVisible(true), pause);
    pause = Math.min(pause * 2, longestPause);
  });
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

/** Applies a change. Ignores types that this version of the page does not know. */
function apply(data: string): void {
  const change = chatChange.safeParse(JSON.parse(data)).data;
  switch (change?.type) {
    case undefined:
      return undefined;
    case 'asked':
    case 'ended':
      return applyAnswer(change);
    case 'changed':
      return applyChanged(change.conversation_id);
    case 'deleted':
      return applyDeleted(change.conversation_id);
    case 'voted':
      return receiveVote(change.answer_id, change.vote);
    case 'missed':
      return loadMissed();
  }
}

/** Shows a new title. The list that is loaded has the newest conversations only. */
function applyChanged(id: string | null): void {
  loadSoon();
  if (id === null) return;
  if (findConversation(id)) void reloadOlder(id);
  else void refreshThread(id);
}

function applyDeleted(id: string | null): void {
  leaveIfDeleted(id === null ? 'all' : [id]);
  if (id === null) forgetConversations();
  else removeConversation(id);
  loadSoon();
}

/** Shows a question or an answer of another page or device. */
function applyAnswer(change: Extract<ChatChange, { type: 'asked' | 'ended' }>): void {
  const { type, conversation_id: id, answer_id: answerId } = change;
  if (isFollowed(answerId)) return;
  if (type === 'asked') markRunning(id);
  else markEnded(id);
  loadSoon();
  refreshAccount();
  void refreshThread(id);
}

function loadMissed(): void {
  loadSoon(reloadAllOlder);
  refreshAccount();
  void refreshThread();
}
