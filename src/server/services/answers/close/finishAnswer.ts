import type { AnswerEnd, FailureReason } from '#contract/chat/chat.ts';
import type { MediaFile } from '#contract/media/media.ts';
import { dayOf } from '#domain/dates.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  type AnswerCosts,
  type Claim,
  type ClaimedAnswer,
  claimAnswer,
  storeEnd,
} from '#server/db/queries/answers.ts';
import type { SearchedText } from '#server/db/queries/conversationSearch.ts';
import { countConversation } from '#server/services/answers/close/countConversation.ts';
import type { NumberedEvent } from '#server/services/answers/produce/liveAnswer.ts';
import { storedText } from '#server/services/answers/produce/storedText.ts';
import { findWords, markLexemes } from '#server/services/conversations/search/lexemes.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { settleHold } from '#server/services/credits/settle.ts';

/** Rows per provider and day, so that answers that end at the same time do not wait for each other. */
const spendShards = 8;

/** The outcome of a run. `charged`: whether the user pays for it. */
export type Outcome = {
  state: AnswerEnd['state'];
  reason: FailureReason | null;
  charged: boolean;
  truncated: boolean;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  usageEstimated?: boolean | undefined;
  /** Price of the upstream in micro-USD; `undefined` if unknown. */
  cost?: number | undefined;
  /** Price of search engines in micro-USD: part of the answer's cost, but already counted for their own daily caps. */
  extraCost?: number | undefined;
  /** The upstream that answered; `undefined` leaves the planned one. */
  upstream?: string | undefined;
};

export type Ending = {
  answerId: string;
  ownerId: string;
  outcome: Outcome;
  /** Events that are not stored yet; the end event comes after them. */
  events: readonly NumberedEvent[];
  /** `undefined`: the text of the stored events, which is complete after the answer is claimed. */
  text: string | undefined;
  /** The model's thoughts; `undefined`: those of the stored events. */
  thoughts?: string | undefined;
  /** The words of `text` (`findWords`); by default they are computed here. */
  found?: readonly string[] | undefined;
  /** The time of the first text; `undefined` if unknown. */
  firstText?: Date | undefined;
  /** The time of the request to the model, after waiting in the queue. */
  asked?: Date | undefined;
  now: Date;
  /** The files of a media model, for the last event. */
  media?: readonly MediaFile[];
  /** Called in the same transaction, after the answer is claimed. */
  inTransaction?: (transaction: Executor, claimed: ClaimedAnswer) => Promise<void>;
  /** Called when the answer is claimed and everything is stored; an error rolls the transaction back. */
  beforeCommit?: () => void;
};

/** The end of an abandoned answer: its stored text stays, its hold is released. */
export const interruption: Pick<Ending, 'outcome' | 'events' | 'text'> = {
  outcome: { state: 'interrupted', reason: 'server_stopped', charged: false, truncated: false },
  events: [],
  text: undefined,
};

/**
 * Closes an answer: stores its last events and its text, settles or releases the hold, and counts it, in one
 * transaction. The claim is conditional, so only one of several callers succeeds. Returns the end event, or `undefined`
 * for the others. The successful caller must call `notifyReaders`.
 */
export async function finishAnswer(
  database: Database,
  ending: Ending,
): Promise<AnswerEnd | undefined> {
  return database.transaction(async (transaction) => {
    const { outcome } = ending;
    const claimed = await claimAnswer(transaction, claimOf(ending));
    if (!claimed) return undefined;
    await closeHold(transaction, claimed, outcome, ending.now);
    await ending.inTransaction?.(transaction, claimed);
    const text = ending.text ?? (await storedText(transaction, claimed.id));
    const media = ending.media && { media: [...ending.media] };
    const end = { ...toEndEvent(outcome, claimed.charged), ...media };
    const words = wordsOf(claimed, text, ending.found ?? (await findWords(text)));
    const content = { text, words, events: ending.events, end };
    const mayCount = await storeEnd(transaction, claimed, content, costsOf(ending));
    if (outcome.charged && mayCount) await countConversation(transaction, claimed, ending.now);
    ending.beforeCommit?.();
    return end;
  });
}

export function toEndEvent({ state, reason, truncated }: Outcome, charged: number): AnswerEnd {
  return { type: 'end', state, reason, charged, truncated };
}

function claimOf(ending: Ending): Claim {
  const { answerId, ownerId, outcome, asked, firstText, thoughts, now } = ending;
  return {
    id: answerId,
    ownerId,
    state: outcome.state,
    reason: outcome.reason,
    isCharged: outcome.charged,
    truncated: outcome.truncated,
    inputTokens: outcome.inputTokens,
    outputTokens: outcome.outputTokens,
    upstream: outcome.upstream,
    asked,
    firstText,
    ended: now,
    thoughts,
  };
}

function costsOf({ outcome, now }: Ending): AnswerCosts {
  const { upstream, cost, usageEstimated = false, extraCost = 0 } = outcome;
  return {
    provider: upstream && providerOf(upstream),
    day: dayOf(now),
    shard: Math.floor(Math.random() * spendShards),
    cost,
    isEstimated: usageEstimated,
    ended: now,
    extraCost,
  };
}

async function closeHold(
  transaction: Executor,
  claimed: ClaimedAnswer,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  // The price is stored with the answer, so that it does not matter which prices are valid now.
  if (claimed.price === 0) return;
  const source = { type: 'answer', id: claimed.id } as const;
  const reason = outcome.reason ?? `answer_${outcome.state}`;
  const closed = outcome.charged
    ? await settleHold(transaction, claimed.userId, source, reason)
    : await releaseHold(transaction, claimed.userId, source, reason, now);
  if (!closed) throw new Error('The hold of a running answer was closed already');
}

function wordsOf(
  { userId, messageId, conversationId }: ClaimedAnswer,
  text: string,
  found: readonly string[],
): SearchedText[] {
  if (text === '') return [];
  const lexemes = markLexemes(userId, found);
  return [{ conversation_id: conversationId, id: messageId, lexemes }];
}
