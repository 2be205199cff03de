import type { AnswerEnd, AnswerEvent } from '#contract/chat/chat.ts';
import type { AnswerSession } from '#stores/answers/answerDisplay.ts';
import { type AnswerSource, streamAnswer } from '#stores/answers/answerStream.ts';
import { forgetActivity, markEnded, markRunning } from '#stores/conversations/activity.ts';
import { forgetChosenTarget } from '#stores/conversations/conversationTarget.ts';
import { moveToTop } from '#stores/conversations/listChanges.ts';
import { deleteTemporary, openTemporary } from '#stores/conversations/temporary.ts';
import { draftKey, forgetDraft, renameDraft } from '#stores/drafts/drafts.ts';
import { moveQueue } from '#stores/drafts/queue.ts';
import { type DeferredTask, throttleDrawing, deferTask } from '#stores/browser/frames.ts';
import { $mediaProgress, type MediaProgress } from '#stores/media/mediaProgress.ts';
import { notifyEnd } from '#stores/answers/endNotifications.ts';
import { openConversation } from '#stores/conversations/openConversation.ts';
import { moveToRecent } from '#stores/gpts/recent.ts';
import { isShown, nameConversation } from '#stores/route/route.ts';
import {
  $runningSearch,
  type RunningSearch,
  endedSearch,
  withSearchEvent,
} from '#stores/answers/runningSearch.ts';
import {
  $runningAnswer,
  $runningText,
  $runningThoughts,
  type Answer,
  type RunningAnswer,
  changeMessage,
  changeThread,
  endedAnswer,
} from '#stores/thread/thread.ts';
import { sendThreadChange } from '#stores/thread/threadChanges.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { $account, changeBalance, refreshUser } from '#stores/account/user.ts';

/**
 * Longest delay, in milliseconds, of drawing the list of conversations, the title and the address. They are drawn after
 * the first words of the answer, because they take many animation frames on a phone.
 */
const acceptedDelay = 250;

/** The ids of all answers that this page has followed. */
const followedAnswers = new Set<string>();

/** Whether this page follows an answer or has done so. */
export function isFollowed(answerId: string): boolean {
  return followedAnswers.has(answerId);
}

type Accepted = Extract<AnswerEvent, { type: 'accepted' }>;

/**
 * Shows the events of an answer until it has ended, or until `abort` is called. Loaded when the page is idle, because the
 * first answer begins after the message box works.
 */
export async function displayEvents(
  session: AnswerSession,
  source: AnswerSource,
  abort: AbortController,
): Promise<void> {
  let text = '';
  let thoughts = '';
  let search: RunningSearch | undefined;
  let title = '';
  let price = 0;
  let isMedia = false;
  let hasEnded = false;
  let acceptance: DeferredTask | undefined;
  const drawing = throttleDrawing(() => {
    showText(session, text, thoughts);
    acceptance?.soon();
  });
  try {
    for await (const event of streamAnswer(source, abort.signal)) {
      if (event.type === 'accepted') {
        price = event.price;
        title = event.title;
        // The balance already includes the hold of an answer that was asked for before.
        acceptance = accept(session, event, 'answerId' in source ? 0 : price);
      } else if (event.type === 'connection') {
        show(session, { connected: event.state === 'back' });
      } else if (event.type === 'queue') {
        show(session, { ahead: event.ahead });
      } else if (event.type === 'end') {
        hasEnded = true;
        acceptance?.now();
        drawing.now();
        const hasThoughts = thoughts !== '';
        const media = event.media ?? [];
        const content = { text, search: endedSearch(search), media, hasThoughts };
        end(session, event, content, price);
        notifyEnded(session, event, { isMedia, title });
      } else if (event.type === 'delta' || event.type === 'text') {
        text = event.type === 'text' ? event.text : text + event.text;
        drawing.request();
      } else if (event.type === 'thought') {
        thoughts += event.text;
        drawing.request();
      } else if (event.type === 'progress') {
        isMedia = true;
        showProgress(session, event);
      } else {
        search = withSearchEvent(search, event);
        showSearch(session, search);
      }
    }
  } finally {
    acceptance?.now();
    drawing.cancel();
    if (!hasEnded && session.conversationId !== undefined) forgetActivity(session.conversationId);
  }
}

function notifyEnded(
  session: AnswerSession,
  end: AnswerEnd,
  { isMedia, title }: { isMedia: boolean; title: string },
): void {
  const { target, conversationId, isTemporary } = session;
  if (conversationId === undefined) return;
  if (!isTemporary) markEnded(conversationId);
  // A temporary conversation has no address, and is on the screen until it is deleted.
  const open = (): void => {
    if (!isTemporary) openConversation(target, conversationId);
  };
  notifyEnd({ end, isMedia, shown: isOnScreen(session), title, open });
}

/** Whether the answer is visible. Lists and settings keep the conversation open behind them. */
function isOnScreen({ shown, conversationId }: AnswerSession): boolean {
  return shown && conversationId !== undefined && isShown(conversationId);
}

/** Records that the server accepted the question. The returned task shows it, if the conversation is on the screen. */
function accept(session: AnswerSession, event: Accepted, held: number): DeferredTask {
  const oldKey = keyOf(session);
  session.answerId = event.answer_id;
  session.conversationId = event.conversation_id;
  followedAnswers.add(event.answer_id);
  if (!session.isTemporary) markRunning(event.conversation_id);
  if (session.questionKey !== undefined) {
    forgetDraft(oldKey);
    moveQueue(oldKey, keyOf(session));
    forgetChosenTarget(event.conversation_id);
  }
  return deferTask(() => showAccepted(session, event, held, oldKey), acceptedDelay);
}

function showAccepted(session: AnswerSession, event: Accepted, held: number, oldKey: string): void {
  if (held > 0) {
    changeBalance(-held, held);
    sendToOtherTabs({ changed: 'balance' });
    if (!session.isTemporary) moveToTopOfLists(session, event);
  }
  if (!session.shown) {
    if (session.isTemporary) deleteTemporary(event.conversation_id);
    return;
  }
  if (session.questionKey !== undefined) {
    renameDraft(oldKey, keyOf(session));
    const delivery = { state: 'sent' } as const;
    changeMessage('user', session.questionKey, { id: event.question_id, delivery });
  }
  changeMessage('assistant', session.answerKey, {
    id: event.message_id,
    answerId: event.answer_id,
    droppedTurns: event.dropped_turns,
  });
  changeThread(() => ({
    ...(session.questionKey !== undefined && { target: session.target }),
    conversationId: event.conversation_id,
    title: event.title,
  }));
  show(session, {});
  // After the thread has the id, because another id means that the conversation was left.
  if (session.isTemporary) return openTemporary(event.conversation_id);
  nameConversation(session.target, event.conversation_id);
  if (held > 0) sendThreadChange(event.conversation_id);
}

function keyOf({ target, conversationId, isTemporary }: AnswerSession): string {
  return draftKey(target, conversationId, isTemporary);
}

function moveToTopOfLists({ target }: AnswerSession, event: Accepted): void {
  const now = new Date().toISOString();
  moveToTop({
    id: event.conversation_id,
    title: event.title,
    target: target.group === 'g' ? { gpt: target.gpt } : { model: target.model },
    pinned: false,
    created: now,
    updated: now,
  });
  if (target.group === 'g') moveToRecent(target.gpt);
}

function end(
  session: AnswerSession,
  event: AnswerEnd,
  content: Pick<Answer, 'text' | 'search' | 'media' | 'hasThoughts'>,
  price: number,
): void {
  // An account that was loaded after the end no longer includes this hold.
  const isHeld = ($account.get()?.held ?? 0) >= price;
  if (isHeld) changeBalance(price - event.charged, -price);
  void refreshUser();
  sendToOtherTabs({ changed: 'balance' });
  if (!session.shown) return;
  changeMessage('assistant', session.answerKey, endedAnswer(event, content));
  $runningAnswer.set(undefined);
}

function showText(session: AnswerSession, text: string, thoughts: string): void {
  if (!session.shown || $runningAnswer.get()?.key !== session.answerKey) return;
  $runningText.set(text);
  $runningThoughts.set(thoughts);
  show(session, {});
}

function showSearch(session: AnswerSession, search: RunningSearch): void {
  if (session.shown && $runningAnswer.get()?.key === session.answerKey) $runningSearch.set(search);
}

function showProgress(session: AnswerSession, progress: MediaProgress): void {
  if (!session.shown || $runningAnswer.get()?.key !== session.answerKey) return;
  $mediaProgress.set(progress);
}

function show(session: AnswerSession, change: Partial<RunningAnswer>): void {
  const running = $runningAnswer.get();
  if (!session.shown || running?.key !== session.answerKey) return;
  const next = { ...running, ...change };
  if (next.phase !== 'stopping' && session.answerId !== undefined) {
    next.phase = $runningText.get() === '' ? 'waiting' : 'writing';
  }
  if (next.phase === 'writing') next.ahead = undefined;
  const isSame =
    next.phase === running.phase &&
    next.connected === running.connected &&
    next.ahead === running.ahead;
  if (!isSame) $runningAnswer.set(next);
}
