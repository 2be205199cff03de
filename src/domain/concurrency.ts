/** Runs at most `limit` pieces of work at a time. The others wait in the order of their calls. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  readonly #limit: number;
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of calls that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /**
   * Runs `work` as soon as fewer than `limit` pieces run, and returns its result. Throws what `work` throws, or the reason
   * of `signal` when that aborts while the call waits.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#running < this.#limit) this.#running += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(start);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }
}

/**
 * Calls `work` for each item, at most `limit` at a time, and returns the results in the order of the items. Takes the next
 * item while others run, so that a generator can prepare it. After a failure it takes no more items, waits for the running
 * calls, and throws the first failure.
 */
export async function mapConcurrently<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const running = new Set<Promise<void>>();
  let failure: { reason: unknown } | undefined;
  const start = (item: Item, index: number) => {
    const task: Promise<void> = work(item)
      .then((result) => {
        results[index] = result;
      })
      .catch((reason: unknown) => {
        failure ??= { reason };
      })
      .finally(() => running.delete(task));
    running.add(task);
  };
  let count = 0;
  try {
    for await (const item of items) {
      while (running.size >= limit) await Promise.race(running);
      if (failure) break;
      start(item, count);
      count += 1;
    }
  } finally {
    await Promise.all(running);
  }
  if (failure) throw failure.reason;
  return results;
}
