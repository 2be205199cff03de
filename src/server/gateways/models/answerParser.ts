import { type Finish, UpstreamError } from '#server/gateways/models/models.ts';
import { parseJson } from '#server/gateways/readJson.ts';

/** Parses the events of one answer in a provider's protocol. */
export type AnswerParser = {
  /** The finish as far as it is known; `undefined` until the provider has named a reason. */
  readonly finish: Finish | undefined;
  /**
   * Takes the data of the next event. Returns its text, whether nothing can follow, and its thoughts of the model;
   * `undefined` without any. Throws `UpstreamError`.
   */
  push(data: string): { text: string; isLast: boolean; thought?: string | undefined };
  /** Takes a whole answer in one JSON object, from a server that does not stream. Returns its text. */
  pushWhole(data: string): string;
};

/** Returns the data of an event as an object. Throws `UpstreamError` for anything else. */
export function parseEvent(provider: string, data: string): object {
  const event = parseJson(data);
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event;
  throw new UpstreamError('upstream_error', `${provider} sent an event that nobody can read`);
}

/**
 * Returns the sum of the numbers among `counts`. `undefined` for 0, by which some servers mean "unknown": no question
 * and no answer has zero tokens.
 */
export function sumTokens(...counts: readonly unknown[]): number | undefined {
  const sum = counts.reduce<number>(
    (all, count) => all + (Number.isSafeInteger(count) ? (count as number) : 0),
    0,
  );
  return sum > 0 ? sum : undefined;
}
