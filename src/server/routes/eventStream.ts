import type { ServerResponse } from 'node:http';
import type { RouteContext } from '#server/routes/serve.ts';
import type { GivenEvent, Reader } from '#server/services/chat/reader.ts';
import { setBody } from '#server/writtenBody.ts';

const heartbeat = ': still here\n\n';

/** Nobody reads it: made for each reader who leaves it would cost more than the reader did. */
const left = new Error('The reader left');

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks nginx not to collect the stream before it passes it on.
  'x-accel-buffering': 'no',
};

/** A reader whose stream the server may end before everything was given. */
export type EndableReader = Reader & { cutOff(): void };

/**
 * Responds with a server-sent event stream (WHATWG HTML, 9.2): each event with its number, where it has one, as id, and
 * a comment in every silence of `heartbeatSeconds`. It ends when `follow`, which never throws, has given its reader
 * everything. Nothing is begun before somebody reads: of a HEAD request nobody ever does.
 */
export function eventStream(
  http: RouteContext,
  heartbeatSeconds: number,
  follow: (reader: EndableReader) => Promise<void>,
): Response {
  setBody(http.env as object, (outgoing) => {
    const reader = new StreamReader(outgoing, heartbeatSeconds);
    void follow(reader).finally(() => reader.end());
    reader.begin();
  });
  return new Response(null, { headers });
}

/** The client at the other end of an event stream. */
class StreamReader implements EndableReader {
  readonly #outgoing: ServerResponse;
  readonly #isChunked: boolean;
  readonly #left = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #hasBegun = false;
  #room: PromiseWithResolvers<void> | undefined;

  constructor(outgoing: ServerResponse, heartbeatSeconds: number) {
    this.#outgoing = outgoing;
    // Node would hand each event to the system in three pieces.
    this.#isChunked = outgoing.chunkedEncoding;
    outgoing.chunkedEncoding = false;
    // A reader that does not read gets no heartbeats piled up.
    this.#timer = setInterval(() => {
      if (outgoing.writableLength === 0) this.#write(heartbeat);
    }, heartbeatSeconds * 1_000);
    outgoing.on('drain', () => this.#tellRoom());
    outgoing.on('close', () => this.#leave());
    // Writing to somebody who has just left; `close` follows.
    outgoing.on('error', () => undefined);
    if (outgoing.destroyed) this.#leave();
  }

  get signal(): AbortSignal {
    return this.#left.signal;
  }

  get hasRoom(): boolean {
    return !this.#outgoing.writableNeedDrain;
  }

  give(events: readonly GivenEvent[]): void {
    if (this.signal.aborted) return;
    this.#hasBegun = true;
    this.#write(events.map(frameOf).join(''));
  }

  room(): Promise<void> {
    if (this.hasRoom || this.signal.aborted) return Promise.resolve();
    this.#room ??= Promise.withResolvers();
    return this.#room.promise;
  }

  /** Sends the headers where there is no event yet that they could go with. */
  begin(): void {
    if (!this.#hasBegun && !this.signal.aborted) this.#outgoing.flushHeaders();
  }

  /** `follow` returns as for a reader that has left, and then the stream ends. */
  cutOff(): void {
    this.#leave();
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isChunked) this.#outgoing.end('0\r\n\r\n');
    else this.#outgoing.end();
  }

  /** In one chunk of HTTP/1.1 (RFC 9112, 7.1), where it is spoken. */
  #write(text: string): void {
    const size = this.#isChunked ? Buffer.byteLength(text).toString(16) : '';
    this.#outgoing.write(this.#isChunked ? `${size}\r\n${text}\r\n` : text);
  }

  #leave(): void {
    clearInterval(this.#timer);
    this.#left.abort(left);
    this.#tellRoom();
  }

  #tellRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}

function frameOf(given: GivenEvent): string {
  const { number, event } = given;
  const id = number === undefined ? '' : `id: ${number}\n`;
  const json = ('json' in given ? given.json : undefined) ?? JSON.stringify(event);
  return `${id}data: ${json}\n\n`;
}
