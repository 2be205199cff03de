import { call } from '#contract/call.ts';
import { voteAnswer } from '#contract/chat/chat.ts';
import type { Vote } from '#domain/chat/votes.ts';
import { notifyFailure } from '#stores/browser/failure.ts';
import { type Answer, changeMessage } from '#stores/thread/thread.ts';

/** Votes on an answer; the same vote again withdraws it. It is shown before the server has confirmed it. */
export async function vote(
  { key, answerId, vote: before = null }: Answer,
  to: Vote,
): Promise<void> {
  if (answerId === undefined) return;
  const next = before === to ? null : to;
  changeMessage('assistant', key, { vote: next });
  try {
    await call(voteAnswer, { params: { id: answerId }, body: { vote: next } });
  } catch (error) {
    changeMessage('assistant', key, { vote: before });
    notifyFailure(error);
  }
}
