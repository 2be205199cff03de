import type { Readable } from 'node:stream';
import type { AnswerReader } from '#server/gateways/models/answerReader.ts';
import { endedWithoutFinish } from '#server/gateways/models/failure.ts';
import { type Finish, UpstreamError } from '#server/gateways/models/models.ts';
import { EventCutter, EventTooLarge } from '#server/gateways/models/serverSentEvents.ts';
import { textCleaner } from '#server/gateways/models/textCleaner.ts';

/** The longest answer taken from an upstream, in UTF-16 units: 128,000 tokens, the most of any model, have less. */
const answerMaxLength = 5_000_000;

/**
 * Milliseconds for what may follow a finish: the tokens that it took, the word that the stream is over, the end of the
 * body, after which its connection serves the next question. Some servers say nothing more and keep it open.
 */
const closingMilliseconds = 1_000;

type End = { error: unknown } | 'finished';

/**
 * The events of an upstream's stream: texts, then exactly one `finish`. It works in the moment in which bytes arrive:
 * even a promise for each token would cost as much as the token. The consumer calls `leave` at the end, whatever the
 * end is.
 */
export class Answer {
  #end: End | undefined;
  readonly #provider: string;
  readonly #stream: Readable;
  readonly #reader: AnswerReader;
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#close({ error: this.#signal.reason });
  readonly #cutter = new EventCutter();
  readonly #clean = textCleaner();
  readonly #hear: (text: string) => void;
  readonly #ended = Promise.withResolvers<void>();
  #length = 0;
  #closing: NodeJS.Timeout | undefined;

  constructor(
    provider: string,
    stream: Readable,
    reader: AnswerReader,
    signal: AbortSignal,
    hear: (text: string) => void,
  ) {
    this.#hear = hear;
    this.#provider = provider;
    this.#stream = stream;
    this.#reader = reader;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
    stream.on('data', (chunk: Buffer) => this.#read(() => this.#cutter.cut(chunk)));
    stream.on('end', () => {
      this.#read(() => this.#cutter.end());
      this.#close('finished');
    });
    stream.on('error', () => this.#close(this.#cut()));
    stream.on('close', () => this.#close(this.#cut()));
  }

  /** Waits for the finish. Throws `UpstreamError` when there was no such end, and the signal's reason when it aborts. */
  async finish(): Promise<Finish> {
    await this.#ended.promise;
    if (this.#end !== 'finished') throw this.#end?.error;
    if (!this.#reader.finish) throw endedWithoutFinish(this.#provider);
    return this.#reader.finish;
  }

  /** Lets a finished stream end by itself, so that its connection can be used again, and cuts any other. */
  leave(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    const isOver = this.#end === 'finished' && this.#reader.finish !== undefined;
    this.#close({ error: undefined });
    if (!isOver) this.#stream.destroy();
    else if (!this.#stream.readableEnded) {
      setTimeout(() => this.#stream.destroy(), closingMilliseconds).unref();
    }
  }

  /** The first end counts. */
  #close(end: End): void {
    this.#end ??= end;
    clearTimeout(this.#closing);
    this.#ended.resolve();
  }

  #read(cut: () => string[]): void {
    if (this.#end !== undefined) return;
    try {
      for (const data of cut()) if (this.#end === undefined) this.#take(data);
    } catch (error) {
      this.#close({ error: error instanceof EventTooLarge ? this.#tooLarge('an event') : error });
    }
  }

  #take(data: string): void {
    const { text, isLast } = this.#reader.take(data);
    const clean = this.#clean(text);
    this.#length += clean.length;
    if (this.#length > answerMaxLength) throw this.#tooLarge('an answer');
    if (clean !== '') this.#hear(clean);
    if (isLast) return this.#close('finished');
    if (!this.#reader.finish) return;
    this.#closing ??= setTimeout(() => this.#close('finished'), closingMilliseconds);
  }

  #cut(): End {
    // An answer that finished before its connection broke is whole.
    if (this.#reader.finish) return 'finished';
    return {
      error: new UpstreamError('upstream_cut', `The connection to ${this.#provider} was cut`),
    };
  }

  #tooLarge(what: string): UpstreamError {
    return new UpstreamError('upstream_error', `${this.#provider} sent ${what} that is too large`);
  }
}
