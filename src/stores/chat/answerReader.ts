import type { AnswerEnd, AnswerEvent } from '#contract/chat.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { type AnswerSource, readAnswer } from '#stores/chat/answerStream.ts';
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
export type Reader = {
  answerKey: string;
  /** The question that was asked with it; `undefined` for one that was asked before. */
  questionKey: string | undefined;
  target: ChatTarget;
};

/** An answer that this page reads. */
export type Reading = Reader & {
  /** Known once the server accepted the question. */
  answerId: string | undefined;
  conversationId: string | undefined;
  /** Whether its conversation is still on the screen. */
  shown: boolean;
  /** Settles when the answer ended or the page left it; rejects with `CallError`. */
  done: Promise<void>;
  /** The screen shows something else: what is read changes only the balance from now on. */
  leave: () => void;
  /** Ends it: another reading follows the same answer. */
  end: () => void;
};

/**
 * Milliseconds that the first words have to come before all around them is drawn: the list of conversations, the title
 * and the address take as long as many frames on a phone.
 */
const firstWordsWait = 250;

type Accepted = Extract<AnswerEvent, { type: 'accepted' }>;

/** Reads an answer into the open thread. */
export function readInto(reader: Reader, source: AnswerSource): Reading {
  const abort = new AbortController();
  const reading: Reading = {
    ...reader,
    answerId: 'answerId' in source ? source.answerId : undefined,
    conversationId: $thread.get().conversationId,
    shown: true,
    done: Promise.resolve(),
    leave: () => {
      reading.shown = false;
    },
    end: () => abort.abort(),
  };
  const phase = reading.answerId === undefined ? 'asking' : 'waiting';
  $runningText.set('');
  $runningSearch.set(undefined);
  $mediaProgress.set(undefined);
  $runningAnswer.set({ key: reader.answerKey, phase, connected: true, ahead: undefined });
  reading.done = follow(reading, source, abort);
  return reading;
}

async function follow(
  reading: Reading,
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
    showText(reading, text);
    acceptance?.soon();
  });
  try {
    for await (const event of readAnswer(source, abort.signal)) {
      if (event.type === 'accepted') {
        price = event.price;
        title = event.title;
        // A joined answer is in the balance already.
        acceptance = accept(reading, event, 'answerId' in source ? 0 : price);
      } else if (event.type === 'connection') {
        show(reading, { connected: event.state === 'back' });
      } else if (event.type === 'queue') {
        show(reading, { ahead: event.ahead });
      } else if (event.type === 'end') {
        acceptance?.now();
        drawing.now();
        const content = { text, search: endedSearch(search), media: event.media ?? [] };
        end(reading, event, content, price);
        if (isMedia) tellMediaEnd({ end: event, shown: isOnScreen(reading), title });
      } else if (event.type === 'delta' || event.type === 'text') {
        text = event.type === 'text' ? event.text : text + event.text;
        drawing.ask();
      } else if (event.type === 'progress') {
        isMedia = true;
        showProgress(reading, event);
      } else {
        search = withSearchEvent(search, event);
        showSearch(reading, search);
      }
    }
  } finally {
    acceptance?.now();
    drawing.cancel();
  }
}

/** Whether somebody sees it: lists and settings leave a conversation open behind them. */
function isOnScreen({ shown, conversationId }: Reading): boolean {
  return shown && conversationId !== undefined && isShown(conversationId);
}

/** Notes that the server has the question. What is returned draws that, where the conversation is on the screen still. */
function accept(reading: Reading, event: Accepted, held: number): Postponed {
  const oldKey = draftKey(reading.target, reading.conversationId);
  reading.answerId = event.answer_id;
  reading.conversationId = event.conversation_id;
  if (reading.questionKey !== undefined) {
    forgetDraft(oldKey);
    forgetChoice(event.conversation_id);
  }
  return postponed(() => showAccepted(reading, event, held, oldKey), firstWordsWait);
}

function showAccepted(reading: Reading, event: Accepted, held: number, oldKey: string): void {
  if (held > 0) {
    changeBalance(-held, held);
    tellOtherTabs({ changed: 'balance' });
    noteUse(reading, event);
  }
  if (!reading.shown) return;
  if (reading.questionKey !== undefined) renameDraft(oldKey, event.conversation_id);
  if (reading.questionKey !== undefined) {
    const delivery = { state: 'sent' } as const;
    changeMessage('user', reading.questionKey, { id: event.question_id, delivery });
  }
  changeMessage('assistant', reading.answerKey, {
    id: event.message_id,
    answerId: event.answer_id,
    droppedTurns: event.dropped_turns,
  });
  const asked = reading.questionKey === undefined ? {} : { target: reading.target };
  changeThread(() => ({
    ...asked,
    conversationId: event.conversation_id,
    title: event.title,
  }));
  nameConversation(reading.target, event.conversation_id);
  show(reading, {});
  if (held > 0) tellThreadChange(event.conversation_id);
}

function noteUse({ target }: Reading, event: Accepted): void {
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
  reading: Reading,
  event: AnswerEnd,
  content: Pick<Answer, 'text' | 'search' | 'media'>,
  price: number,
): void {
  // Where the account was asked for after the end, it has no hold of this answer any more.
  const isHeld = ($account.get()?.held ?? 0) >= price;
  if (isHeld) changeBalance(price - event.charged, -price);
  void refreshUser();
  tellOtherTabs({ changed: 'balance' });
  if (!reading.shown) return;
  changeMessage('assistant', reading.answerKey, endedAnswer(event, content));
  $runningAnswer.set(undefined);
}

function showText(reading: Reading, text: string): void {
  if (!reading.shown || $runningAnswer.get()?.key !== reading.answerKey) return;
  $runningText.set(text);
  show(reading, {});
}

function showSearch(reading: Reading, search: RunningSearch): void {
  if (reading.shown && $runningAnswer.get()?.key === reading.answerKey) $runningSearch.set(search);
}

function showProgress(reading: Reading, progress: MediaProgress): void {
  if (!reading.shown || $runningAnswer.get()?.key !== reading.answerKey) return;
  $mediaProgress.set(progress);
}

function show(reading: Reading, change: Partial<RunningAnswer>): void {
  const running = $runningAnswer.get();
  if (!reading.shown || running?.key !== reading.answerKey) return;
  const next = { ...running, ...change };
  if (next.phase !== 'stopping' && reading.answerId !== undefined) {
    next.phase = $runningText.get() === '' ? 'waiting' : 'writing';
  }
  if (next.phase === 'writing') next.ahead = undefined;
  const isSame =
    next.phase === running.phase &&
    next.connected === running.connected &&
    next.ahead === running.ahead;
  if (!isSame) $runningAnswer.set(next);
}
