import { call } from '#contract/call.ts';
import { voteAnswer } from '#contract/chat/chat.ts';
import type { Vote } from '#domain/chat/votes.ts';
import { notifyFailure } from '#stores/browser/failure.ts';
import { keepVote } from '#stores/thread/newestVotes.ts';
import { type Answer, changeMessage, currentThread } from '#stores/thread/thread.ts';

/** `stored`: the vote at the server, as far as this page knows. */
type OwnVote = { vote: Vote | null; stored: Vote | null };

/** Votes that the server has not confirmed yet, by the id of the answer. */
const sending = new Map<string, OwnVote>();

/**
 * Votes on an answer; the same vote again withdraws it. It is shown before the server has confirmed it. While a vote is on
 * its way, the next one waits, so that they arrive in this order.
 */
export async function vote({ answerId, vote: before = null }: Answer, to: Vote): Promise<void> {
  if (answerId === undefined) return;
  const next = before === to ? null : to;
  const earlier = sending.get(answerId);
  const own = earlier ?? { vote: next, stored: before };
  own.vote = next;
  sending.set(answerId, own);
  showVote(answerId, next, true);
  if (earlier) return;
  try {
    await send(answerId, own);
  } catch (error) {
    own.vote = own.stored;
    notifyFailure(error);
  }
  sending.delete(answerId);
  showVote(answerId, own.vote);
}

/** Shows the vote of another page or device. An own vote on its way is newer, also than the event about itself. */
export function receiveVote(answerId: string, received: Vote | null): void {
  const own = sending.get(answerId);
  if (own) own.stored = received;
  else showVote(answerId, received);
}

async function send(id: string, own: OwnVote): Promise<void> {
  do {
    const { vote: sent } = own;
    await call(voteAnswer, { params: { id }, body: { vote: sent } });
    own.stored = sent;
  } while (own.stored !== own.vote);
}

function showVote(id: string, shown: Vote | null, isOnItsWay = false): void {
  keepVote(id, shown, isOnItsWay);
  for (const message of currentThread()?.all ?? []) {
    if (message.role !== 'assistant' || message.answerId !== id) continue;
    if ((message.vote ?? null) !== shown) changeMessage('assistant', message.key, { vote: shown });
  }
}
