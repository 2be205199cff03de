import type { FailureReason } from '#contract/chat/chat.ts';
import { dayOf } from '#domain/dates.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import {
  type TokenCounts,
  type TokenPrice,
  costOf,
  providerOf,
  tokenPriceOf,
} from '#domain/costs/upstreamPrices.ts';
import type { ModelRequest } from '#server/gateways/models/models.ts';
import type { ModelOutcome } from '#server/services/answers/produce/readModel.ts';

/** Estimated tokens of a picture, or of a document of a few pages, when the upstream does not count them. */
const fileTokens = 1_500;

/** Failures before any output for which providers charge nothing. */
const unbilled: readonly (FailureReason | null)[] = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
];

/** Whether providers charge nothing for an answer that ended so before any output. */
export function isUnbilled(reason: FailureReason | null): boolean {
  return unbilled.includes(reason);
}

type Answered = {
  request: Pick<ModelRequest, 'instructions' | 'turns'>;
  text: string;
  prices: readonly TokenPrice[];
  now: Date;
};

/**
 * Adds its cost at the upstream to the outcome of an answer. Upstreams count the tokens of answers that they finish;
 * the tokens of other answers are estimated and marked as such. The sandbox is free.
 */
export function withCost(outcome: ModelOutcome, answered: Answered): ModelOutcome {
  const priced = withOwnCost(outcome, answered);
  const abandoned = abandonedCosts(outcome, answered).reduce((sum, { micros }) => sum + micros, 0);
  return abandoned === 0 ? priced : { ...priced, extraCost: (priced.extraCost ?? 0) + abandoned };
}

/** Returns what the upstreams that were given up charge, as far as their prices are known. */
export function abandonedCosts(
  { abandoned = [] }: ModelOutcome,
  answered: Answered,
): { provider: string; micros: number }[] {
  // Counting the tokens of a long conversation takes time, and few answers gave up an upstream.
  if (abandoned.length === 0) return [];
  const tokens = { input: inputOf(answered.request), output: 0 };
  return abandoned.map((upstream) => ({
    provider: providerOf(upstream),
    micros: costAt(upstream, tokens, answered) ?? 0,
  }));
}

function withOwnCost(outcome: ModelOutcome, answered: Answered): ModelOutcome {
  const { upstream, inputTokens, outputTokens } = outcome;
  const isFree = providerOf(upstream) === 'sandbox';
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const tokens = { input: inputTokens, output: outputTokens };
    return { ...outcome, cost: isFree ? 0 : costAt(upstream, tokens, answered) };
  }
  if (!outcome.isAsked || (answered.text === '' && isUnbilled(outcome.reason))) {
    return { ...outcome, cost: 0 };
  }
  const tokens = {
    input: inputTokens ?? inputOf(answered.request),
    output: outputTokens ?? estimateTokens(answered.text),
  };
  const cost = isFree ? 0 : costAt(upstream, tokens, answered);
  const counted = { inputTokens: tokens.input, outputTokens: tokens.output };
  return { ...outcome, ...counted, usageEstimated: true, cost };
}

function costAt(
  upstream: string,
  tokens: TokenCounts,
  { prices, now }: Answered,
): number | undefined {
  const price = tokenPriceOf(upstream, dayOf(now), prices);
  return price && costOf(price, tokens);
}

function inputOf({ instructions, turns }: Answered['request']): number {
  return turns.reduce(
    (sum, { text, files = [] }) => sum + estimateTokens(text) + files.length * fileTokens,
    estimateTokens(instructions ?? ''),
  );
}
