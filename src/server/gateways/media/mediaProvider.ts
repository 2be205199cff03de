import type { FailureReason } from '#contract/chat.ts';
import type { MediaOptions } from '#domain/media.ts';
import type { MediaTicket } from '#domain/mediaJob.ts';

/** The order to a provider. */
export type MediaOrder = {
  /** Our id of the job: the key of idempotency where the provider takes one. */
  key: string;
  /** The provider's name of the model. */
  model: string;
  prompt: string;
  options: MediaOptions;
  /** Where the provider may say that something happened; `undefined` where it cannot reach us. */
  callbackUrl: string | undefined;
};

/** A file that was made. Its title is empty where the provider gives none. */
export type MadeFile = { title: string } & (
  | { kind: 'address'; url: string }
  | { kind: 'content'; bytes: Uint8Array }
);

/** How a job stands at its provider; `word` is what the provider itself calls it. */
export type MediaReport =
  | { state: 'running'; word: string; percent?: number | undefined }
  | { state: 'finished'; word: string; files: readonly MadeFile[] }
  | { state: 'failed'; word: string; reason: FailureReason }
  | { state: 'expired'; word: string };

/** The state of an order: on its way, or made at once. */
export type Submission =
  | { state: 'accepted'; ticket: MediaTicket }
  | { state: 'finished'; files: readonly MadeFile[] };

/**
 * Why a provider did not take an order, or could not be asked. `refused`: nothing was begun; `busy`: nothing was begun,
 * and it may be asked again; `unclear`: nobody knows.
 */
export class MediaFailure extends Error {
  readonly kind: 'refused' | 'busy' | 'unclear';
  readonly reason: FailureReason;

  constructor(kind: 'refused' | 'busy' | 'unclear', reason: FailureReason, message: string) {
    super(message);
    this.name = 'MediaFailure';
    this.kind = kind;
    this.reason = reason;
  }
}

/** Who makes pictures, music or videos. All calls throw `MediaFailure`. */
export type MediaProvider = {
  /** Whether an order that is sent twice under one key is one order. */
  isIdempotent: boolean;
  submit(order: MediaOrder, signal: AbortSignal): Promise<Submission>;
  poll(ticket: MediaTicket, order: MediaOrder, signal: AbortSignal): Promise<MediaReport>;
  /** Finds an order whose submission is unclear; `undefined` where the provider does not have it. */
  find?(order: MediaOrder, signal: AbortSignal): Promise<MediaTicket | undefined>;
  cancel?(ticket: MediaTicket, signal: AbortSignal): Promise<void>;
  /** Whether a message is signed as the provider signs; left out where it does not, or where no key is configured. */
  verify?(body: string, headers: Headers): boolean | Promise<boolean>;
};

export type MediaGateway = {
  /** The provider of this name, as jobs record it; `undefined` once it is not configured any more. */
  provider(name: string): MediaProvider | undefined;
  /** The content of a result, of so many bytes at most, as it arrives. Throws `MediaFailure`. */
  download(url: string, maxBytes: number, signal: AbortSignal): AsyncIterable<Buffer>;
};
