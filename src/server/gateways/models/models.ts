import type { FailureReason } from '#contract/chat/chat.ts';
import type { Turn } from '#domain/chat/chat.ts';
import type { Model, ModelInput } from '#domain/models/models.ts';
import type { AccountProblem } from '#server/gateways/accountProblem.ts';
import type { ProviderKey } from '#server/gateways/providerKey.ts';
import type { RoutedModel } from '#server/gateways/models/targets.ts';

/** A file that is sent to a model as it is. */
export type PromptFile = {
  /** Media type of a picture, or of PDF. */
  type: string;
  name: string;
  /** Reads the content, when the model is asked. */
  read(): Promise<Uint8Array>;
};

export type PromptTurn = Turn & { files?: readonly PromptFile[] };

export type ModelRequest = {
  model: Model;
  /** The system prompt, if there is one. */
  instructions: string | undefined;
  /** The conversation, oldest first; the last turn is the question. */
  turns: readonly PromptTurn[];
  /**
   * From 0 to 2; `undefined` leaves it to the model. Not sent to upstreams that take none, lowered to their maximum.
   */
  temperature?: number | undefined;
  /** Tokens of the longest answer; `undefined` for the model's own limit. */
  maxOutputTokens?: number | undefined;
};

/** How a model ended its answer. An answer without a finish was cut. */
export type Finish = {
  reason: 'stop' | 'length' | 'filtered' | 'other';
  inputTokens: number | undefined;
  outputTokens: number | undefined;
};

/** An upstream did not answer, or not to the end. */
export class UpstreamError extends Error {
  readonly reason: FailureReason;
  /** The provider rejects all requests of our account. */
  readonly account: AccountProblem | undefined;
  /** The provider works, and rejected this request only: its model, its length, its parameters. */
  readonly isRejection: boolean;

  constructor(
    reason: FailureReason,
    message: string,
    account?: AccountProblem,
    isRejection = false,
  ) {
    super(message);
    this.name = 'UpstreamError';
    this.reason = reason;
    this.account = account;
    this.isRejection = isRejection;
  }
}

/** Receives an answer while it arrives, synchronously. Thoughts of the model are not part of the answer. */
export type AnswerReceiver = {
  onText(text: string): void;
  /** Called for thoughts, with their text if the provider sends it: an empty text says that the model is at work. */
  onThought?(text: string): void;
  /** Called when all text so far turns out to be thoughts. */
  onDiscard?(): void;
};

export type ModelRoute = {
  /** `provider/upstream model`, for records. */
  upstream: string;
  /** The name under which it is closed, if that is not its provider. */
  lane?: string;
  /** Returns the keys in the order in which they are tried, beginning with another one each time; none without any. */
  keys?(): readonly ProviderKey[];
  sandbox: boolean;
  /** The kinds of files that the upstream accepts as they are. */
  inputs: readonly ModelInput[];
  /** Returns the most tokens that the answer to a request may have, including thoughts. Missing for media. */
  mostOutputTokens?(request: Pick<ModelRequest, 'model' | 'maxOutputTokens'>): number;
  /** Another upstream of the same model, which is tried when this one fails before its first token. */
  fallback?: ModelRoute | undefined;
  /**
   * Streams an answer and calls `onText` with each text when it arrives. Returns how it ended. Throws `UpstreamError`,
   * and the signal's reason when `signal` aborts. `key`: one of `keys`; by default the first configured one.
   */
  stream(
    request: ModelRequest,
    signal: AbortSignal,
    receiver: AnswerReceiver,
    key?: ProviderKey,
  ): Promise<Finish>;
};

/** Connects models to upstreams. */
export type ModelGateway = {
  /** Returns the first upstream of a model, with its fallbacks; `undefined` if none is connected. */
  route(model: RoutedModel): ModelRoute | undefined;
  close(): Promise<void>;
};
