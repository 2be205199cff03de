import type { ChatSettings } from '#contract/chatSettings.ts';
import { freeStopsPerDay } from '#domain/chat.ts';
import { type Tier, tierOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { readRunningAndRequested } from '#server/db/queries/answers.ts';
import type { Counted, Uses } from '#server/db/queries/rateLimits.ts';
import { readSender } from '#server/db/queries/senders.ts';
import { AppError } from '#server/errors.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { readSettings } from '#server/services/chatSettings/readSettings.ts';

/** One send, under the caller's id, with the digest of what was asked under it. */
export type Send = { userId: string; requestId: string; digest: string };

export type SenderState = {
  tier: Tier;
  /** Whether the user's plan owes credits that no job has granted yet. */
  isLotDue: boolean;
  settings: ChatSettings;
  /** The answer, where this was sent before. */
  asked: string | undefined;
  counted: readonly Counted[];
  /** When the first of as many answers as may be stopped before output in a day was, if there are so many. */
  firstOfFreeStops: Date | undefined;
};

/**
 * The state of a user that a question needs, in one query, which also counts the question where it was not sent before.
 * Throws `request_id_reused`.
 */
export async function readSenderState(
  query: Executor,
  send: Send,
  uses: Uses,
  now: Date,
): Promise<SenderState> {
  const row = await readSender(query, send, uses, { now, freeStops: freeStopsPerDay });
  return {
    counted: row.counted,
    firstOfFreeStops: row.firstOfFreeStops ?? undefined,
    tier: tierOf(row.products),
    isLotDue: row.isLotDue,
    settings: readSettings(row.settings),
    asked: row.id === null ? undefined : joined(send, row.id, row.digest),
  };
}

/** A conversation in which the user has a running answer, and whether a media job makes it. */
export type RunningAnswer = { conversationId: string; isMedia: boolean };

/**
 * Returns the answer to what was sent before under this id, and the conversations in which the user has a running
 * answer: true until the transaction ends, when the user's balance is locked. Throws `request_id_reused`.
 */
export async function readAnswers(
  transaction: Executor,
  send: Send,
): Promise<{ asked: string | undefined; running: RunningAnswer[] }> {
  const answers = await readRunningAndRequested(transaction, send.userId, send.requestId);
  const asked = answers.find(({ requestId }) => requestId === send.requestId);
  return {
    asked: asked && joined(send, asked.id, asked.requestDigest),
    running: answers
      .filter(({ state }) => state === 'running')
      .map(({ conversationId, ownerId }) => ({
        conversationId,
        isMedia: ownerId === mediaOwnerId,
      })),
  };
}

function joined(send: Send, answerId: string, digest: string | null): string {
  if (digest === send.digest) return answerId;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}
