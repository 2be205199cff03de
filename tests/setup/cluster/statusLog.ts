import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export type SeenStatus = {
  at: number;
  method: string;
  origin: string;
  path: string;
  status: number;
};

type Message = {
  request: { method: string; origin: string; path: string };
  response: { statusCode: number };
};

const channel = 'undici:request:headers';

/** The status of each response that `fetch` received from these servers, by Node's own channel. */
export class StatusLog {
  readonly seen: SeenStatus[] = [];
  readonly #origins: ReadonlySet<string>;

  constructor(urls: readonly string[]) {
    this.#origins = new Set(urls);
    subscribe(channel, this.#onHeaders);
  }

  /** The times at which questions were accepted. */
  accepted(): number[] {
    return this.seen
      .filter(({ path, status }) => path === '/api/chat/questions' && status === 200)
      .map(({ at }) => at);
  }

  close(): void {
    unsubscribe(channel, this.#onHeaders);
  }

  readonly #onHeaders = (message: unknown): void => {
    const { request, response } = message as Message;
    const { method, origin, path } = request;
    if (!this.#origins.has(origin)) return;
    this.seen.push({ at: Date.now(), method, origin, path, status: response.statusCode });
  };
}

/** Returns the longest time without an event, in seconds. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((time) => time > from && time < to), to];
  const gaps = within.slice(1).map((time, index) => time - (within[index] ?? time));
  return Math.max(...gaps) / 1_000;
}
