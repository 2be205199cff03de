import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { FoundGpts, WantedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { SearchAnswer, SearchRequest } from '#server/services/gpts/search/searchWorker.ts';

/** More searches than that wait for minutes; they are refused. */
const waitingAtMost = 500;

/** A large catalogue is read within this time after the start. */
const patienceMilliseconds = 60_000;

/** The thread that searches GPTs. It starts with the first search, and again after it has ended unexpectedly. */
export class SearchThread {
  readonly #databaseUrl: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<number, PromiseWithResolvers<FoundGpts>>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(databaseUrl: string, log: Pick<Logger, 'error'>) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Finds GPTs. Throws `server_busy` when too many searches wait, `unavailable` when the thread fails. */
  async find(wanted: WantedGpts): Promise<FoundGpts> {
    if (this.#waiting.size >= waitingAtMost) {
      throw new AppError('server_busy', 'Too many searches wait');
    }
    this.#worker ??= this.#start();
    const id = (this.#lastId += 1);
    const found = Promise.withResolvers<FoundGpts>();
    const timer = setTimeout(
      () => found.reject(unavailable('A search took too long')),
      patienceMilliseconds,
    );
    this.#waiting.set(id, found);
    const request: SearchRequest = { id, wanted };
    // oxlint-disable-next-line require-post-message-target-origin -- a thread is no window and has no origin
    this.#worker.postMessage(request);
    try {
      return await found.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Reads the catalogue before the first visitor searches. */
  warm(): void {
    const wanted = { query: '', locale: 'en', filters: {}, offset: 0, size: 0 } as const;
    this.find(wanted).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('searchWorker.ts', import.meta.url), {
      workerData: this.#databaseUrl,
    });
    worker.unref();
    worker.on('message', (message: SearchAnswer) => this.#receive(message));
    worker.on('error', (error) => this.#log.error({ reason: error.message }, 'the search failed'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(unavailable('The search ended'));
    });
    return worker;
  }

  #receive(message: SearchAnswer): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'found') return waiting?.resolve(message.found);
    this.#log.error({ error: message.reason }, 'a search failed');
    waiting?.reject(unavailable('The search failed'));
  }
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message);
}
