import { call } from '#contract/call.ts';
import { voteAnswer } from '#contract/chat/chat.ts';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import type { Vote } from '#domain/chat/votes.ts';
import { notifyFailure } from '#stores/browser/failure.ts';
import { type Answer, changeMessage, currentThread } from '#stores/thread/thread.ts';

/** A vote that this page cast or was notified about. */
type KnownVote = {
  vote: Vote | null;
  /** The vote at the server, as far as this page knows. */
  stored: Vote | null;
  isSending: boolean;
  /** When it changed, as a value of `changes`. */
  changed: number;
};

/** By the id of the answer. */
const known = new Map<string, KnownVote>();

/** Counts the changes of votes, to compare them with the time at which a response was requested. */
let changes = 0;

/**
 * Votes on an answer; the same vote again withdraws it. It is shown before the server has confirmed it. While a vote is on
 * its way, the next one waits, so that they arrive in this order.
 */
export async function vote({ answerId, vote: before = null }: Answer, to: Vote): Promise<void> {
  if (answerId === undefined) return;
  const next = before === to ? null : to;
  const sending = known.get(answerId);
  if (sending?.isSending) {
    sending.vote = next;
    return showVote(answerId, next);
  }
  const own = { vote: next, stored: before, isSending: true, changed: 0 };
  known.set(answerId, own);
  showVote(answerId, next);
  try {
    await send(answerId, own);
  } catch (error) {
    own.vote = own.stored;
    showVote(answerId, own.vote);
    notifyFailure(error);
  }
  own.isSending = false;
  changes += 1;
  own.changed = changes;
}

/** Shows the vote of another page or device. An own vote on its way is newer, also than the event about itself. */
export function receiveVote(answerId: string, received: Vote | null): void {
  const own = known.get(answerId);
  if (own?.isSending) {
    own.stored = received;
    return;
  }
  changes += 1;
  known.set(answerId, { vote: received, stored: received, isSending: false, changed: changes });
  showVote(answerId, received);
}

/** Call this before messages are requested. The returned function replaces votes that have changed since. */
export function watchVotes(): (messages: readonly ChatMessage[]) => ChatMessage[] {
  const requested = changes;
  return (messages) =>
    messages.map((message) => {
      const newer = known.get(message.answer?.id ?? '');
      if (!message.answer || !newer) return message;
      if (!newer.isSending && newer.changed <= requested) return message;
      return { ...message, answer: { ...message.answer, vote: newer.vote } };
    });
}

async function send(id: string, own: KnownVote): Promise<void> {
  do {
    const { vote: sent } = own;
    await call(voteAnswer, { params: { id }, body: { vote: sent } });
    own.stored = sent;
  } while (own.stored !== own.vote);
}

function showVote(id: string, shown: Vote | null): void {
  for (const message of currentThread()?.all ?? []) {
    if (message.role !== 'assistant' || message.answerId !== id) continue;
    if ((message.vote ?? null) !== shown) changeMessage('assistant', message.key, { vote: shown });
  }
}
