import type { AnswerSink } from '#server/services/answers/produce/readModel.ts';

/** Passes text on to another sink. Aborting it ends the model that writes, and not the answer. */
export class SinkWithOwnAbort implements AnswerSink {
  readonly #target: AnswerSink;
  readonly #abort = new AbortController();
  readonly signal: AbortSignal;

  constructor(target: AnswerSink) {
    this.#target = target;
    this.signal = AbortSignal.any([target.signal, this.#abort.signal]);
  }

  get isBlank(): boolean {
    return this.#target.isBlank;
  }

  get firstText(): Date | undefined {
    return this.#target.firstText;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  append(text: string): void {
    this.#target.append(text);
  }

  discard(): void {
    this.#target.discard();
  }

  flushText(): void {
    this.#target.flushText();
  }
}
