import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { AnswerParser } from '#server/gateways/models/answerParser.ts';
import { endedWithoutFinish, withoutAnswer } from '#server/gateways/models/failure.ts';
import { type AnswerReceiver, type Finish, UpstreamError } from '#server/gateways/models/models.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import { ThoughtFilter } from '#server/gateways/models/thoughtFilter.ts';

/**
 * The longest answer taken from an upstream, in UTF-16 units: 128,000 tokens, the most of any model, have less. A longer
 * one ends there, as at the model's own limit.
 */
const answerMaxLength = 5_000_000;

/** The longest server-sent event taken from an upstream, in UTF-16 units; real ones have some hundred. */
const eventMaxLength = 1_048_576;

/** The longest answer in one JSON object, in UTF-16 units: the longest answer with its escapes. */
const wholeMaxLength = 2 * answerMaxLength;

/**
 * Milliseconds for the data that may follow a finish: the token counts, the last event, the end of the body, after
 * which its connection serves the next question. Some servers send nothing more and keep the connection open.
 */
const closingMilliseconds = 1_000;

type End = { error: unknown } | 'finished' | 'full';

/**
 * Reads the answer in an upstream's server-sent events, or in one JSON object: texts, then exactly one finish. It calls
 * back synchronously when bytes arrive, because even a promise for each token would cost as much as the token. The
 * caller must call `leave` in every case.
 */
export class UpstreamAnswer {
  #end: End | undefined;
  readonly #provider: string;
  readonly #stream: Readable;
  readonly #parser: AnswerParser;
  readonly #signal: AbortSignal;
  readonly #receiver: AnswerReceiver;
  readonly #abort = () => this.#close({ error: this.#signal.reason });
  readonly #decoder = new StringDecoder('utf8');
  readonly #events = createParser({
    maxBufferSize: eventMaxLength,
    onEvent: ({ data }) => this.#take(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.#close({ error: this.#tooLarge('an event') });
    },
  });
  readonly #clean = textCleaner();
  readonly #cleanThought = textCleaner();
  readonly #thoughts = new ThoughtFilter();
  /** Whether the body is one JSON object; `undefined` until its first character has arrived. */
  #isWhole: boolean | undefined;
  /** The body so far, unless it is known to be events. */
  #body = '';
  readonly #ended = Promise.withResolvers<void>();
  #length = 0;
  #closing: NodeJS.Timeout | undefined;

  constructor(
    provider: string,
    stream: Readable,
    parser: AnswerParser,
    signal: AbortSignal,
    receiver: AnswerReceiver,
  ) {
    this.#provider = provider;
    this.#stream = stream;
    this.#parser = parser;
    this.#signal = signal;
    this.#receiver = receiver;
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
    stream.on('data', (chunk: Buffer) => this.#feed(this.#decoder.write(chunk)));
    stream.on('end', () => {
      // Some servers leave out the blank line that ends the last event.
      this.#feed(`${this.#decoder.end()}\n\n`);
      if (this.#isWhole) this.#attempt(() => this.#takeWhole());
      this.#close('finished');
    });
    stream.on('error', () => this.#close(this.#cut()));
    stream.on('close', () => this.#close(this.#cut()));
  }

  /** Waits for the finish. Throws `UpstreamError` if there is none, and the signal's reason when it aborts. */
  async finish(): Promise<Finish> {
    await this.#ended.promise;
    if (this.#end === 'full') {
      return { reason: 'length', inputTokens: undefined, outputTokens: undefined };
    }
    if (this.#end !== 'finished') throw this.#end?.error;
    if (!this.#parser.finish) throw endedWithoutFinish(this.#provider);
    return this.#parser.finish;
  }

  /** Lets a finished stream end by itself, so that its connection can be used again, and cuts any other. */
  leave(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    const isFinished = this.#end === 'finished' && this.#parser.finish !== undefined;
    this.#close({ error: undefined });
    if (!isFinished) this.#stream.destroy();
    else if (!this.#stream.readableEnded) {
      setTimeout(() => this.#stream.destroy(), closingMilliseconds).unref();
    }
  }

  /** Only the first end counts. */
  #close(end: End): void {
    if (this.#end === undefined && !this.#signal.aborted) this.#send(this.#thoughts.end());
    this.#end ??= end;
    clearTimeout(this.#closing);
    this.#ended.resolve();
  }

  #feed(text: string): void {
    this.#attempt(() => {
      if (this.#isWhole === false) this.#events.feed(text);
      else this.#feedUnknown(text);
    });
  }

  #attempt(read: () => void): void {
    if (this.#end !== undefined) return;
    try {
      read();
    } catch (error) {
      this.#close({ error });
    }
  }

  /**
   * Detects the format of the body by its first character, because gateways name wrong content types, and some answer
   * with one JSON object although a stream was requested.
   */
  #feedUnknown(text: string): void {
    this.#body += text;
    if (this.#body.length > wholeMaxLength) throw this.#tooLarge('an answer');
    const first = /\S/.exec(this.#body)?.[0];
    if (this.#isWhole || first === undefined) return;
    if (first === '<') throw withoutAnswer(this.#provider);
    this.#isWhole = first === '{' || first === '[';
    if (this.#isWhole) return;
    this.#events.feed(this.#body);
    this.#body = '';
  }

  #takeWhole(): void {
    const events = eventsIn(this.#body);
    if (events) {
      for (const event of events) this.#take(event);
      return;
    }
    const text = this.#parser.pushWhole(this.#body);
    if (text === '' && !this.#parser.finish) throw withoutAnswer(this.#provider);
    this.#pass(text);
  }

  #take(data: string): void {
    if (data === '' || this.#end !== undefined) return;
    const { text, isLast, thought } = this.#parser.push(data);
    this.#pass(text);
    if (thought !== undefined) this.#receiver.onThought?.(this.#cleanThought(thought));
    if (isLast) this.#close('finished');
    else if (this.#parser.finish) {
      // Some servers name a reason in every event.
      if (text !== '') this.#closing?.refresh();
      this.#closing ??= setTimeout(() => this.#close('finished'), closingMilliseconds);
    }
  }

  #pass(text: string): void {
    const clean = this.#clean(text);
    const fitting = startOf(clean, answerMaxLength - this.#length);
    this.#length += fitting.length;
    if (fitting !== '') this.#send(this.#thoughts.push(fitting));
    if (fitting.length < clean.length) this.#close('full');
  }

  #send({ text, thought, isDiscarding }: ReturnType<ThoughtFilter['push']>): void {
    if (isDiscarding) this.#receiver.onDiscard?.();
    if (text === '' || thought !== '') this.#receiver.onThought?.(thought);
    if (text !== '') this.#receiver.onText(text);
  }

  #cut(): End {
    // An answer that finished before its connection broke is whole.
    if (this.#parser.finish) return 'finished';
    return {
      error: new UpstreamError('upstream_cut', `The connection to ${this.#provider} was cut`),
    };
  }

  #tooLarge(what: string): UpstreamError {
    return new UpstreamError('upstream_error', `${this.#provider} sent ${what} that is too large`);
  }
}

/** Returns the events of a stream that some servers send as a JSON array or as one object a line. */
function eventsIn(body: string): string[] | undefined {
  const value = parseJson(body);
  if (Array.isArray(value)) return value.map((event) => JSON.stringify(event));
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return value === undefined && lines.length > 1 ? lines : undefined;
}

/** Returns the start of a text, at most `most` UTF-16 units, without half a character at its end. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const isWithin = (text.charCodeAt(most) & 0xfc00) === 0xdc00;
  return text.slice(0, isWithin ? most - 1 : most);
}

/** U+0000 and halves of surrogate pairs. */
const suspect = /[\0\uD800-\uDFFF]/;

/**
 * Returns a function that makes the texts of one stream fit to store and send. PostgreSQL takes no U+0000. UTF-8 has no
 * half of a surrogate pair, which upstreams send when they cut an emoji between two texts: the first half is kept for
 * the next call.
 */
export function textCleaner(): (text: string) => string {
  let half = '';
  return (text) => {
    // The fast path of nearly every text.
    if (half === '' && !suspect.test(text)) return text;
    const whole = half + text;
    half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? '';
    return whole
      .slice(0, whole.length - half.length)
      .replaceAll('\0', '')
      .toWellFormed();
  };
}
