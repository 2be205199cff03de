import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { AnswerEvent } from '#contract/chat/chat.ts';

export type Seen = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
};

/** Responds to one request. */
export type Handle = (request: Seen, response: ServerResponse) => void | Promise<void>;

export type FakeApi = {
  /** Every request so far. */
  seen: Seen[];
  /** The paths that stores left the page for. */
  left: string[];
  /** Responds to the next requests; the last response is repeated for all that follow. */
  answer: (...answers: Handle[]) => void;
  close: () => Promise<void>;
};

/**
 * A server whose every answer the test decides, down to the byte at which a connection breaks, for stores that run in
 * Node: their relative addresses lead there. Its page comes online every few milliseconds, so that no test waits for
 * pauses between tries.
 */
export async function startFakeApi(): Promise<FakeApi> {
  const seen: Seen[] = [];
  const left: string[] = [];
  let answers: Handle[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body };
      seen.push(one);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      return (next ?? refuse(404, 'not_found'))(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leavePage = enterPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, left);
  return {
    seen,
    left,
    answer: (...given) => {
      answers = given;
      seen.length = 0;
      left.length = 0;
    },
    close: async () => {
      await leavePage();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers JSON. */
export function json(value: unknown, status = 200) {
  return (_: Seen, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** Responds with an error of the contract. */
export function refuse(status: number, code: string, details: Record<string, unknown> = {}) {
  return json({ error: { code, message: code, ...details } }, status);
}

/** Breaks the connection before any answer. */
export function hangUp(_: Seen, response: ServerResponse): void {
  response.socket?.destroy();
}

/** Streams numbered events; ends the connection well, breaks it, or leaves it open. */
export function stream(
  events: readonly (readonly [number, AnswerEvent])[],
  then: 'end' | 'cut' | 'stay' = 'end',
) {
  return async (_: Seen, response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [number, event] of events) {
      response.write(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    if (then === 'stay') return;
    // The written bytes must have left before the connection breaks.
    if (then === 'cut') await pause(20);
    if (then === 'cut') response.socket?.destroy();
    else response.end();
  };
}

/** Returns a function that leaves the page: its pending requests fail, and its timers end. */
function enterPage(origin: string, left: string[]): () => Promise<void> {
  const page = new EventTarget();
  const before = { ...pickGlobals() };
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => undefined);
  const fetchThere: typeof fetch = (input, init) => {
    const url = typeof input === 'string' ? new URL(input, origin) : input;
    return Promise.race([before.fetch(url, init), closing.promise]);
  };
  const remember = (start: typeof setTimeout | typeof setInterval) =>
    ((...args: Parameters<typeof setTimeout>) => {
      const timer = start(...args);
      timers.add(timer);
      return timer;
    }) as typeof setTimeout;
  Object.assign(globalThis, {
    fetch: fetchThere,
    setTimeout: remember(before.setTimeout),
    setInterval: remember(before.setInterval),
    location: {
      pathname: '/en/chat/gpts',
      search: '',
      hash: '',
      assign: (to: string) => left.push(to),
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  setInterval(() => page.dispatchEvent(new Event('online')), 5);
  return async () => {
    closing.reject(new TypeError('The page was left'));
    // Callers that get the failure may start timers for another try.
    await setImmediate();
    for (const timer of timers) clearTimeout(timer);
    // Stores that wait for such a timer are of no use to the test files that follow in this process.
    vi.resetModules();
    Object.assign(globalThis, before);
  };
}

function pickGlobals() {
  const { fetch, location, setTimeout, setInterval } = globalThis;
  const { addEventListener, removeEventListener } = globalThis;
  return { fetch, location, setTimeout, setInterval, addEventListener, removeEventListener };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
