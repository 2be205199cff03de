import type { ServerResponse } from 'node:http';
import type { RouteContext } from '#server/routes/serve.ts';
import type { Reader } from '#server/services/answers/follow/reader.ts';
import { setBodyWriter } from '#server/bodyWriter.ts';

const heartbeat = ': still here\n\n';

/** Shared, because creating an Error for each disconnect is slow. */
const disconnected = new Error('The reader left');

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks nginx not to buffer the stream.
  'x-accel-buffering': 'no',
};

/** An event; its number is the id of the server-sent event. `json` is the event as JSON, if that is known already. */
type StreamEvent = { number: number | undefined; event: object; json?: string | undefined };

/** A reader that the server can disconnect before the stream has ended. */
type EndableReader = Omit<Reader, 'write'> & {
  write(events: readonly StreamEvent[]): void;
  cutOff(): void;
};

/**
 * Responds with a server-sent event stream (WHATWG HTML, 9.2): the number of an event is its id, and a comment is sent
 * every `heartbeatSeconds`. The stream ends when `follow` returns, which must not throw. `follow` is called when the body
 * is written, so never for a HEAD request.
 */
export function eventStream(
  http: RouteContext,
  heartbeatSeconds: number,
  follow: (reader: EndableReader) => Promise<void>,
): Response {
  setBodyWriter(http.env as object, (outgoing) => {
    const reader = new StreamReader(outgoing, heartbeatSeconds);
    void follow(reader).finally(() => reader.end());
    reader.begin();
  });
  return new Response(null, { headers });
}

/** Writes events to the connection of a client. */
class StreamReader implements EndableReader {
  readonly #outgoing: ServerResponse;
  readonly #isChunked: boolean;
  readonly #leaving = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #hasBegun = false;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(outgoing: ServerResponse, heartbeatSeconds: number) {
    this.#outgoing = outgoing;
    // Chunks are written here, because Node would write each event in three pieces.
    this.#isChunked = outgoing.chunkedEncoding;
    outgoing.chunkedEncoding = false;
    // Heartbeats do not pile up for a client that does not read.
    this.#timer = setInterval(() => {
      if (outgoing.writableLength === 0) this.#write(heartbeat);
    }, heartbeatSeconds * 1_000);
    outgoing.on('drain', () => this.#resolveDrained());
    outgoing.on('close', () => this.#leave());
    // The client has just left; `close` follows.
    outgoing.on('error', () => undefined);
    if (outgoing.destroyed) this.#leave();
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  get canWrite(): boolean {
    return !this.#outgoing.writableNeedDrain;
  }

  write(events: readonly StreamEvent[]): void {
    if (this.signal.aborted) return;
    this.#hasBegun = true;
    this.#write(events.map(frameOf).join(''));
  }

  drained(): Promise<void> {
    if (this.canWrite || this.signal.aborted) return Promise.resolve();
    this.#drained ??= Promise.withResolvers();
    return this.#drained.promise;
  }

  /** Sends the headers, unless they were sent with the first event. */
  begin(): void {
    if (!this.#hasBegun && !this.signal.aborted) this.#outgoing.flushHeaders();
  }

  /** Aborts `signal`, as if the client had left. `follow` then returns, and the stream ends. */
  cutOff(): void {
    this.#leave();
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isChunked) this.#outgoing.end('0\r\n\r\n');
    else this.#outgoing.end();
  }

  /** Writes a text, over HTTP/1.1 as one chunk (RFC 9112, 7.1). */
  #write(text: string): void {
    const size = this.#isChunked ? Buffer.byteLength(text).toString(16) : '';
    this.#outgoing.write(this.#isChunked ? `${size}\r\n${text}\r\n` : text);
  }

  #leave(): void {
    clearInterval(this.#timer);
    this.#leaving.abort(disconnected);
    this.#resolveDrained();
  }

  #resolveDrained(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }
}

function frameOf({ number, event, json }: StreamEvent): string {
  const id = number === undefined ? '' : `id: ${number}\n`;
  return `${id}data: ${json ?? JSON.stringify(event)}\n\n`;
}
