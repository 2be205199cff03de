import { type Finish, UpstreamError } from '#server/gateways/models/models.ts';

/** Understands the events of one answer in a provider's protocol. */
export type AnswerReader = {
  /** The finish as far as it is known: `undefined` until the provider gave a reason. */
  readonly finish: Finish | undefined;
  /** Takes one event's data. Returns its text, and whether nothing can follow it. Throws `UpstreamError`. */
  take(data: string): { text: string; isLast: boolean };
};

/** An object of JSON that somebody else wrote: every field may be missing or of another kind. */
export type Loose = Readonly<Record<string, unknown>>;

/** An event's data as an object. Throws `UpstreamError` when it is none. */
export function parseEvent(provider: string, data: string): Loose {
  try {
    const value: unknown = JSON.parse(data);
    if (isLoose(value)) return value;
  } catch {
    // Its message would repeat what the provider sent.
  }
  throw new UpstreamError('upstream_error', `${provider} sent an event that nobody can read`);
}

/** The value as an object, an empty one in place of anything else. */
export function looseOf(value: unknown): Loose {
  return isLoose(value) ? value : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number of tokens. No question and no answer has zero: some servers say 0 for unknown. */
export function tokensOf(...counts: readonly unknown[]): number | undefined {
  const sum = counts.reduce<number>(
    (all, count) => all + (Number.isSafeInteger(count) ? (count as number) : 0),
    0,
  );
  return sum > 0 ? sum : undefined;
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
