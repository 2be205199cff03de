import { getConversation } from '#contract/conversations.ts';
import { CallError, call } from '#contract/call.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { messagesAtMost } from '#domain/chat.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { refreshAccount } from '#stores/account/accountWatch.ts';
import { branchSaved, unheardChoice } from '#stores/thread/branchChoice.ts';
import { endOfBranch } from '#stores/thread/branches.ts';
import { mergeMessages } from '#stores/thread/mergeMessages.ts';
import { correctTarget } from '#stores/conversations/conversationTarget.ts';
import { restoreMediaOptions } from '#stores/media/mediaOptions.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import {
  chatTarget,
  currentSession,
  joinRunning,
  leaveSession,
  setChatTarget,
} from '#stores/chat/answerSession.ts';
import { isSameTarget } from '#stores/chat/route.ts';
import { isMessageWanted, showWantedMessage } from '#stores/thread/shownBranch.ts';
import {
  $runningAnswer,
  $thread,
  type Thread,
  changeThread,
  newThread,
  shownMessages,
  toThreadMessage,
} from '#stores/thread/thread.ts';

type Stored = AnswerOf<typeof getConversation>;

/** Messages that come first: more than a screen shows, few enough to be there at once. */
const newestFirst = 60;

/**
 * Opens a conversation, or an empty one; coming back to the open one changes nothing. Of a long one the newest messages
 * are there first; `loadOlder` gets the others.
 */
export async function openThread(
  target: ChatTarget,
  conversationId: string | undefined,
): Promise<void> {
  const before = $thread.get();
  const lastTarget = chatTarget();
  const sameTarget = lastTarget !== undefined && isSameTarget(lastTarget, target);
  setChatTarget(target);
  if (conversationId !== undefined && conversationId === before.conversationId) {
    return keepTarget(conversationId);
  }
  if (sameTarget && conversationId === undefined && isUnnamed(before)) return;
  leaveSession();
  refreshAccount();
  if (conversationId === undefined) {
    restoreMediaOptions([]);
    $thread.set(newThread);
  } else await loadThread(conversationId);
}

/** Loads the open conversation again after a failure. */
export async function reloadThread(): Promise<void> {
  const { conversationId } = $thread.get();
  if (conversationId !== undefined) await loadThread(conversationId);
}

/**
 * Looks for what happened to the open conversation elsewhere: new messages appear, a running answer is followed. With
 * an id, only when that is the open one. Without a connection everything stays.
 */
export async function refreshThread(changedId?: string): Promise<void> {
  const { state, conversationId } = $thread.get();
  if (state !== 'open' || conversationId === undefined) return;
  if (changedId !== undefined && changedId !== conversationId) return;
  try {
    const stored = await readChanged(conversationId);
    // A question that the server has not named yet would stand there twice.
    if ($runningAnswer.get()?.phase === 'asking') return;
    if ($thread.get().conversationId === conversationId) merge(stored);
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const isOpen = $thread.get().conversationId === conversationId;
    if (isOpen && isGone(error)) $thread.set({ state: 'missing', conversationId });
  }
}

async function loadThread(conversationId: string): Promise<void> {
  $thread.set({ state: 'loading', conversationId });
  const isCurrent = (): boolean => $thread.get().conversationId === conversationId;
  try {
    await branchSaved();
    const chosen = unheardChoice(conversationId);
    const stored = await readEnd(conversationId, chosen);
    if (!isCurrent()) return;
    // Before anything is shown: the address may name something else.
    const own = toChatTarget(stored.target);
    setChatTarget(correctTarget(conversationId, chatTarget() ?? own, own));
    const all = stored.messages.map(toThreadMessage);
    const leaf = stored.messages.find(({ id }) => id === chosen)?.id ?? stored.leaf_id;
    const leafKey = leaf === null ? null : endOfBranch(all, leaf);
    const messages = shownMessages(all, leafKey);
    restoreMediaOptions(messages.filter((message) => message.role === 'assistant'));
    const { title } = stored;
    const older = stored.has_older && all.length < messagesAtMost ? 'loading' : 'none';
    $thread.set({
      ...newThread,
      conversationId,
      target: own,
      title,
      all,
      older,
      leafKey,
      messages,
    });
    showWantedMessage();
    joinRunning();
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if (!isCurrent()) return;
    if (isGone(error)) $thread.set({ state: 'missing', conversationId });
    else $thread.set({ state: 'failed', conversationId, problem: errorMessage(error) });
  }
}

/** The newest messages, or all where the end of the shown branch or a message that is looked for is not among them. */
async function readEnd(id: string, chosen: string | undefined): Promise<Stored> {
  if (!isMessageWanted()) {
    const stored = await read(id, { newest: newestFirst });
    const leaf = chosen ?? stored.leaf_id;
    if (!stored.has_older || leaf === null || stored.messages.some((one) => one.id === leaf))
      return stored;
  }
  return read(id, {});
}

/** The newest messages, or all where there may be unknown ones between them and those on the screen. */
async function readChanged(id: string): Promise<Stored> {
  const stored = await read(id, { newest: newestFirst });
  const thread = $thread.get();
  const [oldest] = stored.messages;
  const isKnown = thread.state === 'open' && thread.all.some((one) => one.id === oldest?.id);
  return isKnown || !stored.has_older ? stored : read(id, {});
}

function read(id: string, query: { newest?: number }): Promise<Stored> {
  return call(getConversation, { params: { id }, query });
}

/** Adds what is new. Where the conversation went on elsewhere, the end of that branch is shown. */
function merge(stored: Stored): void {
  const thread = $thread.get();
  if (thread.state !== 'open') return;
  const readHere = currentSession()?.answerKey;
  const all = mergeMessages(thread.all, stored.messages, readHere);
  const newest = stored.leaf_id ?? stored.messages.at(-1)?.id;
  const isNew = newest !== undefined && !thread.all.some(({ id }) => id === newest);
  const leaf = isNew ? all.find(({ id }) => id === newest)?.key : undefined;
  changeThread(({ leafKey, older }) => ({
    target: toChatTarget(stored.target),
    title: stored.title,
    all,
    older: stored.has_older ? older : 'none',
    leafKey: leaf ?? leafKey,
  }));
  keepTarget(stored.id);
  joinRunning();
}

/** The address of the open conversation names what it is with, also where it went on with something else in another tab. */
function keepTarget(conversationId: string): void {
  const thread = $thread.get();
  const named = chatTarget();
  if (thread.state !== 'open' || !thread.target || !named) return;
  setChatTarget(correctTarget(conversationId, named, thread.target));
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && ['unknown_conversation', 'not_found'].includes(error.code);
}

/** Whether a thread is a new conversation that the server has not named yet. */
function isUnnamed(thread: Thread): boolean {
  return thread.state === 'open' && thread.conversationId === undefined;
}
