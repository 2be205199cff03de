import type { AnswerEnd, AnswerEvent } from '#contract/chat.ts';
import type { ChatTarget } from '#domain/urls.ts';
import { type AnswerSource, readAnswer } from '#stores/answerStream.ts';
import { moveToTop } from '#stores/conversations.ts';
import { draftKey, forgetDraft, renameDraft } from '#stores/drafts.ts';
import { oncePerFrame } from '#stores/frames.ts';
import { moveToRecent } from '#stores/recent.ts';
import { nameConversation } from '#stores/route.ts';
import {
  $runningAnswer,
  $thread,
  type RunningAnswer,
  changeMessage,
  changeThread,
  endedAnswer,
} from '#stores/thread.ts';
import { changeBalance, refreshUser } from '#stores/user.ts';

/** An answer that this page reads. */
export type Reading = {
  key: string;
  target: ChatTarget;
  /** Known once the server accepted the question. */
  answerId: string | undefined;
  conversationId: string | undefined;
  /** Whether its conversation is still on the screen. */
  shown: boolean;
  /** Settles when the answer ended or the page left it; rejects with `CallError`. */
  done: Promise<void>;
  /** The screen shows something else: reading ends, but not before the question has arrived. */
  leave: () => void;
};

type Accepted = Extract<AnswerEvent, { type: 'accepted' }>;

/** Reads an answer into the open thread, into the message pair named `key`. */
export function readInto(key: string, source: AnswerSource, target: ChatTarget): Reading {
  const abort = new AbortController();
  const reading: Reading = {
    key,
    target,
    answerId: 'answerId' in source ? source.answerId : undefined,
    conversationId: $thread.get().conversationId,
    shown: true,
    done: Promise.resolve(),
    leave: () => {
      reading.shown = false;
      if (reading.answerId !== undefined) abort.abort();
    },
  };
  const phase = reading.answerId === undefined ? 'asking' : 'waiting';
  $runningAnswer.set({ key, text: '', phase, connected: true });
  reading.done = follow(reading, source, abort);
  return reading;
}

async function follow(
  reading: Reading,
  source: AnswerSource,
  abort: AbortController,
): Promise<void> {
  let text = '';
  let held = 0;
  const frame = oncePerFrame(() => show(reading, { text }));
  for await (const event of readAnswer(source, abort.signal)) {
    if (event.type === 'accepted') {
      // A joined answer is in the balance already.
      if ('question' in source) held = event.price;
      accept(reading, event, held);
      if (!reading.shown) abort.abort();
    } else if (event.type === 'connection') {
      show(reading, { connected: event.state === 'back' });
    } else if (event.type === 'end') {
      frame.now();
      end(reading, event, text, held);
    } else if (event.type !== 'queue') {
      text = event.type === 'text' ? event.text : text + event.text;
      frame.ask();
    }
  }
}

function accept(reading: Reading, event: Accepted, held: number): void {
  const oldKey = draftKey(reading.target, reading.conversationId);
  reading.answerId = event.answer_id;
  reading.conversationId = event.conversation_id;
  changeBalance(-held, held);
  noteUse(reading, event);
  forgetDraft(oldKey);
  if (!reading.shown) return;
  renameDraft(oldKey, event.conversation_id);
  changeMessage('user', reading.key, { delivery: { state: 'sent' } });
  changeMessage('assistant', reading.key, { answerId: event.answer_id });
  changeThread(() => ({
    conversationId: event.conversation_id,
    title: event.title,
    droppedTurns: event.dropped_turns,
  }));
  nameConversation(reading.target, event.conversation_id);
  show(reading, {});
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

function end(reading: Reading, event: AnswerEnd, text: string, held: number): void {
  changeBalance(held - event.charged, -held);
  void refreshUser();
  if (!reading.shown) return;
  changeMessage('assistant', reading.key, endedAnswer(event, text));
  $runningAnswer.set(undefined);
}

function show(reading: Reading, change: Partial<RunningAnswer>): void {
  const running = $runningAnswer.get();
  if (!reading.shown || running?.key !== reading.key) return;
  const next = { ...running, ...change };
  if (next.phase !== 'stopping' && reading.answerId !== undefined) {
    next.phase = next.text === '' ? 'waiting' : 'writing';
  }
  $runningAnswer.set(next);
}
