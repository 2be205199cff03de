import type { AnswerEnd, FailureReason } from '#contract/chat.ts';
import type { MediaFile } from '#contract/media.ts';
import { dayOf } from '#domain/dates.ts';
import { providerOf } from '#domain/upstreamPrices.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  type AnswerCosts,
  type Claim,
  type ClaimedAnswer,
  claimAnswer,
  storeEnd,
} from '#server/db/queries/answers.ts';
import type { SearchedText } from '#server/db/queries/conversationSearch.ts';
import { countConversation } from '#server/services/chat/countConversation.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';
import { storedText } from '#server/services/chat/storedText.ts';
import { findWords, markLexemes } from '#server/services/conversations/search/lexemes.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { settleHold } from '#server/services/credits/settle.ts';

/** Rows of a provider and a day, so that answers that end at once do not wait for each other. */
const spendShards = 8;

/** How a run ended. `charged` says whether it is paid for. */
export type Outcome = {
  state: AnswerEnd['state'];
  reason: FailureReason | null;
  charged: boolean;
  truncated: boolean;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** Whether the tokens are our estimate. */
  usageEstimated?: boolean | undefined;
  /** Micro-USD that the upstream takes; `undefined` where nobody knows. */
  cost?: number | undefined;
  /** Micro-USD that search engines took: part of what the answer cost, and counted for their own caps already. */
  extraCost?: number | undefined;
  /** The upstream that really answered; `undefined` leaves the one that was to be asked. */
  upstream?: string | undefined;
};

export type Ending = {
  answerId: string;
  ownerId: string;
  outcome: Outcome;
  /** Events that are not stored yet; the end follows them. */
  events: readonly NumberedEvent[];
  /** `undefined` for what the stored events hold: nobody adds to them once the answer is claimed. */
  text: string | undefined;
  /** The words of `text` (`findWords`); without them they are found here. */
  found?: readonly string[] | undefined;
  /** When its first text came; `undefined` where nobody knows. */
  firstText?: Date | undefined;
  /** When its model was asked, once it was its turn. */
  asked?: Date | undefined;
  now: Date;
  /** The files of a media model, for the last event. */
  media?: readonly MediaFile[];
  /** Part of the same transaction, once the answer is claimed. */
  within?: (transaction: Executor, claimed: ClaimedAnswer) => Promise<void>;
  /** Called once the answer is claimed and everything is stored; what it throws rolls that back. */
  beforeCommit?: () => void;
};

/** The end of an answer that nobody finishes: what is stored of its text is kept, what it held is released. */
export const interruption: Pick<Ending, 'outcome' | 'events' | 'text'> = {
  outcome: { state: 'interrupted', reason: 'server_stopped', charged: false, truncated: false },
  events: [],
  text: undefined,
};

/**
 * Closes an answer: its last events, its text, settle or release, and what it counts for, in one transaction. The claim
 * is conditional, so of several who try, one wins. Returns the end event, or `undefined` for the others. Who wins calls
 * `notifyReaders`.
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
    await ending.within?.(transaction, claimed);
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

/** The last event of an answer. */
export function toEndEvent({ state, reason, truncated }: Outcome, charged: number): AnswerEnd {
  return { type: 'end', state, reason, charged, truncated };
}

function claimOf({ answerId, ownerId, outcome, asked, firstText, now }: Ending): Claim {
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
