import type { AnswerEvent } from '#contract/chat.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/** How many answers begin before one that waits: true while it is sent, so it has no number and is not stored. */
type QueueEvent = {
  number: undefined;
  event: Extract<AnswerEvent, { type: 'queue' }>;
};

export type GivenEvent = NumberedEvent | QueueEvent;

/**
 * Somebody who reads an answer. Events are given as they come, in the moment in which they do: a promise for each token
 * and reader would cost more than the token.
 */
export type Reader = {
  /** Whether what was given so far is on its way, so that more may be given. */
  readonly hasRoom: boolean;
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
  give(events: readonly GivenEvent[]): void;
  /** Resolves when there is room, or the reader has left. */
  room(): Promise<void>;
};
