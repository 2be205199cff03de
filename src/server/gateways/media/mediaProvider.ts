import type { FailureReason } from '#contract/chat/chat.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import type { MediaTicket } from '#domain/media/mediaJob.ts';
import type { AccountProblem } from '#server/gateways/accountProblem.ts';

/** The order to a provider. */
export type MediaOrder = {
  /** Our id of the job, which is the idempotency key for providers that take one. */
  key: string;
  /** The provider's name of the model. */
  model: string;
  prompt: string;
  options: MediaOptions;
  /** The URL of the provider's webhook; `undefined` if the provider cannot reach us. */
  callbackUrl: string | undefined;
};

/** A made file. Its title is empty if the provider gives none. */
export type MadeFile = { title: string } & (
  | { kind: 'address'; url: string }
  | { kind: 'content'; bytes: Uint8Array }
);

/** The state of a job at its provider. `word` is the provider's own name for it. */
export type MediaReport =
  | { state: 'running'; word: string; percent?: number | undefined }
  | { state: 'finished'; word: string; files: readonly MadeFile[] }
  | { state: 'failed'; word: string; reason: FailureReason }
  | { state: 'expired'; word: string };

/** Returns the report of a job without a result. `isFiltered`: it failed because of a content filter. */
export function unfinishedReport(
  state: 'running' | 'failed' | 'expired',
  word: string,
  isFiltered: boolean,
): MediaReport {
  if (state !== 'failed') return { state, word };
  return { state, word, reason: isFiltered ? 'filtered' : 'upstream_error' };
}

/** The result of sending an order: accepted, or made at once. */
export type Submission =
  | { state: 'accepted'; ticket: MediaTicket }
  | { state: 'finished'; files: readonly MadeFile[] };

/**
 * A provider did not take an order, or a call failed. `refused`: the provider has begun nothing. `busy`: it has begun
 * nothing, and a retry makes sense. `unclear`: it may have begun the job.
 */
export class MediaFailure extends Error {
  readonly kind: 'refused' | 'busy' | 'unclear';
  readonly reason: FailureReason;
  /** The provider rejects all requests of our account. */
  readonly account: AccountProblem | undefined;

  constructor(
    kind: 'refused' | 'busy' | 'unclear',
    reason: FailureReason,
    message: string,
    account?: AccountProblem,
  ) {
    super(message);
    this.name = 'MediaFailure';
    this.kind = kind;
    this.reason = reason;
    this.account = account;
  }
}

/** A provider of pictures, music or videos. All calls throw `MediaFailure`. */
export type MediaProvider = {
  /** Whether an order that is sent twice with one key is one order. */
  isIdempotent: boolean;
  submit(order: MediaOrder, signal: AbortSignal): Promise<Submission>;
  poll(ticket: MediaTicket, order: MediaOrder, signal: AbortSignal): Promise<MediaReport>;
  /** Finds an order whose submission is unclear; `undefined` if the provider does not have it. */
  find?(order: MediaOrder, signal: AbortSignal): Promise<MediaTicket | undefined>;
  cancel?(ticket: MediaTicket, signal: AbortSignal): Promise<void>;
  /** Whether the provider signed a message. Omitted if it does not sign, or if no key is configured. */
  verify?(body: Uint8Array, headers: Headers): boolean | Promise<boolean>;
};

export type MediaGateway = {
  /** Returns the provider of this name, as jobs record it; `undefined` if it is no longer configured. */
  provider(name: string): MediaProvider | undefined;
  /** Streams the content of a result, of at most `maxBytes`. Throws `MediaFailure`. */
  download(url: string, maxBytes: number, signal: AbortSignal): AsyncIterable<Buffer>;
};
