import type { FailureReason } from '#contract/chat.ts';
import type { Turn } from '#domain/chat.ts';
import type { Model, ModelInput } from '#domain/models.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';

/** A file that a model looks at as it is. */
export type PromptFile = {
  /** Media type: a picture's, or PDF's. */
  type: string;
  name: string;
  /** Its content, read when the model is asked. */
  read(): Promise<Uint8Array>;
};

export type PromptTurn = Turn & { files?: readonly PromptFile[] };

export type ModelRequest = {
  model: Model;
  /** System prompt, where there is one. */
  instructions: string | undefined;
  /** The conversation, oldest first; the last turn is the question. */
  turns: readonly PromptTurn[];
  /** `undefined` leaves it to the model. Left out for upstreams that take none, lowered to the most that they take. */
  temperature?: number | undefined;
  /** Tokens of the longest answer; `undefined` for the model's. */
  maxOutputTokens?: number | undefined;
};

/** How a model ended its answer. One that does not say so was cut. */
export type Finish = {
  reason: 'stop' | 'length' | 'filtered' | 'other';
  inputTokens: number | undefined;
  outputTokens: number | undefined;
};

/** Why an upstream did not answer. */
export class UpstreamError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'UpstreamError';
    this.reason = reason;
  }
}

export type ModelRoute = {
  /** `provider/upstream model`, for the record. */
  upstream: string;
  sandbox: boolean;
  /** The kinds of files that the upstream accepts as they are. */
  inputs: readonly ModelInput[];
  /** Another upstream of the same model, to be tried when this one fails before its first token. */
  fallback?: ModelRoute | undefined;
  /**
   * Streams an answer: `hear` is called with each text in the moment in which it comes. Returns how it ended. Throws
   * `UpstreamError`; an abort of `signal` ends it with the signal's reason.
   */
  stream(request: ModelRequest, signal: AbortSignal, hear: (text: string) => void): Promise<Finish>;
};

/** Where questions to a model go. */
export type ModelGateway = {
  /** The upstream of a model, with those behind it, or `undefined` when none is connected. */
  route(model: RoutedModel): ModelRoute | undefined;
  close(): Promise<void>;
};
