import type { PersonalTexts } from '#domain/chat/personalTexts.ts';
import type { ChatSettings } from '#contract/chat/chatSettings.ts';
import type { OwnLimits } from '#domain/credits/creditLimits.ts';
import { freeStopsPerDay } from '#domain/chat/chat.ts';
import { type Tier, tierOf } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { readRunningAndRequested } from '#server/db/queries/answers.ts';
import type { Counted, Uses } from '#server/db/queries/rateLimits.ts';
import { readSender } from '#server/db/queries/senders.ts';
import { AppError } from '#server/errors.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { parseSettings } from '#server/services/chatSettings/parseSettings.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { accountBlocked } from '#server/services/users/refuseBlocked.ts';

/** The identity of a request: the caller's id, and the digest of its content. */
export type Send = { userId: string; requestId: string; digest: string };

export type SenderState = {
  tier: Tier;
  /** Whether credits of the user's plan are due and not granted yet. */
  isLotDue: boolean;
  settings: ChatSettings;
  /** The limits that the user has set; `undefined` for none. */
  limits: OwnLimits | undefined;
  /** The user's custom instructions and memory. */
  personal: PersonalTexts;
  /** The id of the answer, if the same request was sent before. */
  earlierAnswerId: string | undefined;
  counted: readonly Counted[];
  /** The time of the oldest of the latest free stops, if the user has reached the limit of a day. */
  firstOfFreeStops: Date | undefined;
};

/**
 * Reads the state of a user for a question in one query, which also counts the question for rate limits unless it was
 * sent before. Throws `request_id_reused`.
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
    settings: parseSettings(row.settings),
    limits: row.limits ?? undefined,
    personal: {
      aboutMe: row.aboutMe ?? '',
      howToAnswer: row.howToAnswer ?? '',
      memory: row.memory,
    },
    earlierAnswerId: row.id === null ? undefined : sameRequestAnswer(send, row.id, row.digest),
  };
}

/**
 * Locks the user's balance, which serialises the user's questions: what is checked stays valid until the transaction
 * ends. Returns the answer of an earlier request with this id, or the number of running answers without media. Throws
 * `request_id_reused`, `account_blocked`, and `answer_running` for a conversation with a running answer.
 */
export async function lockSender(
  transaction: Executor,
  send: Send,
  conversationId: string | undefined,
): Promise<{ earlierAnswerId: string | undefined; runningTexts: number }> {
  await lockBalance(transaction, send.userId);
  const { isBlocked, answers } = await readRunningAndRequested(
    transaction,
    send.userId,
    send.requestId,
  );
  // After the lock, which `blockUser` takes too: no question is stored after it has ended the running ones.
  if (isBlocked) throw accountBlocked();
  const earlier = answers.find(({ requestId }) => requestId === send.requestId);
  const earlierAnswerId = earlier && sameRequestAnswer(send, earlier.id, earlier.requestDigest);
  const running = answers.filter(({ state }) => state === 'running');
  const isBusy = running.some((answer) => answer.conversationId === conversationId);
  if (earlierAnswerId === undefined && isBusy) {
    const message = 'This conversation has a running answer: wait for it or stop it';
    throw new AppError('answer_running', message);
  }
  const texts = running.filter(({ ownerId }) => ownerId !== mediaOwnerId);
  return { earlierAnswerId, runningTexts: texts.length };
}

function sameRequestAnswer(send: Send, answerId: string, digest: string | null): string {
  if (digest === send.digest) return answerId;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}
