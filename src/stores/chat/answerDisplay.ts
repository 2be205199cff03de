import type { AnswerEnd, AnswerEvent } from '#contract/chat.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { type AnswerSource, streamAnswer } from '#stores/chat/answerStream.ts';
import { forgetChoice } from '#stores/conversations/conversationTarget.ts';
import { moveToTop } from '#stores/conversations/conversations.ts';
import { draftKey, forgetDraft, renameDraft } from '#stores/chat/drafts.ts';
import { type Postponed, paced, postponed } from '#stores/browser/frames.ts';
import { $mediaProgress, type MediaProgress } from '#stores/media/mediaProgress.ts';
import { tellMediaEnd } from '#stores/media/mediaReady.ts';
import { isShown } from '#stores/conversations/openConversation.ts';
import { moveToRecent } from '#stores/gpts/recent.ts';
import { nameConversation } from '#stores/chat/route.ts';
import {
  $runningSearch,
  type RunningSearch,
  endedSearch,
  withSearchEvent,
} from '#stores/chat/runningSearch.ts';
import {
  $runningAnswer,
  $runningText,
  $thread,
  type Answer,
  type RunningAnswer,
  changeMessage,
  changeThread,
  endedAnswer,
} from '#stores/thread/thread.ts';
import { tellThreadChange } from '#stores/thread/threadNews.ts';
import { tellOtherTabs } from '#stores/browser/tabs.ts';
import { $account, changeBalance, refreshUser } from '#stores/account/user.ts';

/** Where an answer is shown, and what the conversation is with. */
export type AnswerKeys = {
  answerKey: string;
  /** The question that was asked with it; `undefined` for one that was asked before. */
  questionKey: string | undefined;
  target: ChatTarget;
};

/** An answer that this page reads. */
export type AnswerSession = AnswerKeys & {
  /** Known once the server accepted the question. */
  answerId: string | undefined;
  conversationId: string | undefined;
  /** Whether its conversation is still on the screen. */
  shown: boolean;
  /** Settles when the answer ended or the page left it; rejects with `CallError`. */
  done: Promise<void>;
  /** The screen shows something else: what is read changes only the balance from now on. */
  leave: () => void;
  /** Ends it: another session follows the same answer. */
  end: () => void;
};

/**
 * Milliseconds that the first words have to come before all around them is drawn: the list of conversations, the title
 * and the address take as long as many frames on a phone.
 */
const firstWordsWait = 250;

type Accepted = Extract<AnswerEvent, { type: 'accepted' }>;

/** Reads an answer into the open thread. */
export function displayAnswer(keys: AnswerKeys, source: AnswerSource): AnswerSession {
  const abort = new AbortController();
  const session: AnswerSession = {
    ...keys,
    answerId: 'answerId' in source ? source.answerId : undefined,
    conversationId: $thread.get().conversationId,
    shown: true,
    done: Promise.resolve(),
    leave: () => {
      session.shown = false;
    },
    end: () => abort.abort(),
  };
  const phase = session.answerId === undefined ? 'asking' : 'waiting';
  $runningText.set('');
  $runningSearch.set(undefined);
  $mediaProgress.set(undefined);
  $runningAnswer.set({ key: keys.answerKey, phase, connected: true, ahead: undefined });
  session.done = displayEvents(session, source, abort);
  return session;
}

async function displayEvents(
  session: AnswerSession,
  source: AnswerSource,
  abort: AbortController,
): Promise<void> {
  let text = '';
  let search: RunningSearch | undefined;
  let title = '';
  let price = 0;
  let isMedia = false;
  let acceptance: Postponed | undefined;
  const drawing = paced(() => {
    showText(session, text);
    acceptance?.soon();
  });
  try {
    for await (const event of streamAnswer(source, abort.signal)) {
      if (event.type === 'accepted') {
        price = event.price;
        title = event.title;
        // A joined answer is in the balance already.
        acceptance = accept(session, event, 'answerId' in source ? 0 : price);
      } else if (event.type === 'connection') {
        show(session, { connected: event.state === 'back' });
      } else if (event.type === 'queue') {
        show(session, { ahead: event.ahead });
      } else if (event.type === 'end') {
        acceptance?.now();
        drawing.now();
        const content = { text, search: endedSearch(search), media: event.media ?? [] };
        end(session, event, content, price);
        if (isMedia) tellMediaEnd({ end: event, shown: isOnScreen(session), title });
      } else if (event.type === 'delta' || event.type === 'text') {
        text = event.type === 'text' ? event.text : text + event.text;
        drawing.ask();
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
  }
}

/** Whether somebody sees it: lists and settings leave a conversation open behind them. */
function isOnScreen({ shown, conversationId }: AnswerSession): boolean {
  return shown && conversationId !== undefined && isShown(conversationId);
}

/**
 * Notes that the server has the question. The returned function draws that, if the conversation is still on the screen.
 */
function accept(session: AnswerSession, event: Accepted, held: number): Postponed {
  const oldKey = draftKey(session.target, session.conversationId);
  session.answerId = event.answer_id;
  session.conversationId = event.conversation_id;
  if (session.questionKey !== undefined) {
    forgetDraft(oldKey);
    forgetChoice(event.conversation_id);
  }
  return postponed(() => showAccepted(session, event, held, oldKey), firstWordsWait);
}

function showAccepted(session: AnswerSession, event: Accepted, held: number, oldKey: string): void {
  if (held > 0) {
    changeBalance(-held, held);
    tellOtherTabs({ changed: 'balance' });
    noteUse(session, event);
  }
  if (!session.shown) return;
  if (session.questionKey !== undefined) renameDraft(oldKey, event.conversation_id);
  if (session.questionKey !== undefined) {
    const delivery = { state: 'sent' } as const;
    changeMessage('user', session.questionKey, { id: event.question_id, delivery });
  }
  changeMessage('assistant', session.answerKey, {
    id: event.message_id,
    answerId: event.answer_id,
    droppedTurns: event.dropped_turns,
  });
  const asked = session.questionKey === undefined ? {} : { target: session.target };
  changeThread(() => ({
    ...asked,
    conversationId: event.conversation_id,
    title: event.title,
  }));
  nameConversation(session.target, event.conversation_id);
  show(session, {});
  if (held > 0) tellThreadChange(event.conversation_id);
}

function noteUse({ target }: AnswerSession, event: Accepted): void {
  moveToTop({
    id: event.conversation_id,
    title: event.title,
    target: target.group === 'g' ? { gpt: target.gpt } : { model: target.model },
    pinned: false,
    created: new Date().toISOString(),
    updated: new Date().toISOString(),
  });
  if (target.group === 'g') moveToRecent(target.gpt);
}

function end(
  session: AnswerSession,
  event: AnswerEnd,
  content: Pick<Answer, 'text' | 'search' | 'media'>,
  price: number,
): void {
  // Where the account was asked for after the end, it has no hold of this answer any more.
  const isHeld = ($account.get()?.held ?? 0) >= price;
  if (isHeld) changeBalance(price - event.charged, -price);
  void refreshUser();
  tellOtherTabs({ changed: 'balance' });
  if (!session.shown) return;
  changeMessage('assistant', session.answerKey, endedAnswer(event, content));
  $runningAnswer.set(undefined);
}

function showText(session: AnswerSession, text: string): void {
  if (!session.shown || $runningAnswer.get()?.key !== session.answerKey) return;
  $runningText.set(text);
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
