import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { NumberedEvent } from '#server/services/answers/produce/liveAnswer.ts';

/** The number of answers before a waiting one. It is only valid now, so it has no number and is not stored. */
type QueueEvent = {
  number: undefined;
  event: Extract<AnswerEvent, { type: 'queue' }>;
};

export type ReaderEvent = NumberedEvent | QueueEvent;

/**
 * A client that reads an answer. Events are written synchronously, because a promise for each token and reader would be
 * more expensive than the token.
 */
export type Reader = {
  /** Whether the client has received enough, so that more may be written. */
  readonly canWrite: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  write(events: readonly ReaderEvent[]): void;
  /** Resolves when more can be written, or the client has disconnected. */
  drained(): Promise<void>;
};
