import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { FoundGpts, RequestedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { SearchResponse, SearchRequest } from '#server/services/gpts/search/searchWorker.ts';

/** Most searches that wait; more would wait for minutes and are refused. */
const waitingAtMost = 500;

/** Most cached results. They are valid until the catalogue changes: many people search for the same things. */
const cachedAtMost = 500;

/** A result, and the version of the catalogue from which it was computed. */
type CachedResult = Pick<FoundResponse, 'found' | 'version'>;

type FoundResponse = Extract<SearchResponse, { kind: 'found' }>;

type Waiting = PromiseWithResolvers<CachedResult | undefined>;

/** Timeout of a search: a large catalogue is read in less time after the start. */
const timeoutMilliseconds = 60_000;

/** The thread that searches GPTs. It starts with the first search, and restarts after it ended unexpectedly. */
export class SearchThread {
  readonly #databaseUrl: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #cache = new Map<string, CachedResult>();
  #worker: Worker | undefined;
  #lastId = 0;
  #version: number | undefined;
  #indexed: Date | undefined;

  constructor(databaseUrl: string, log: Pick<Logger, 'error'>) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /**
   * Finds GPTs. Returns the same object for the same search until a GPT changes. Throws `server_busy` when too many
   * searches wait, and `unavailable` when the thread fails.
   */
  async find(requested: RequestedGpts): Promise<FoundGpts> {
    const key = JSON.stringify(requested);
    const before = this.#cache.get(key);
    const result = (await this.#ask(requested, before?.version)) ?? before;
    if (!result) throw new Error('The thread left out a result that is not cached');
    this.#cache.delete(key);
    if (result.version !== undefined) this.#cache.set(key, result);
    if (this.#cache.size > cachedAtMost) this.#cache.delete(this.#cache.keys().next().value ?? '');
    return result.found;
  }

  /** When the index was last built or updated; `undefined` before the first search. */
  get indexed(): Date | undefined {
    return this.#indexed;
  }

  /** Loads the catalogue before the first visitor searches. */
  warm(): void {
    const requested = { query: '', locale: 'en', filters: {}, offset: 0, size: 0 } as const;
    this.find(requested).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Asks the thread. Returns `undefined` if the result of this version of the catalogue is still valid. */
  async #ask(
    requested: RequestedGpts,
    version: number | undefined,
  ): Promise<CachedResult | undefined> {
    if (this.#waiting.size >= waitingAtMost) {
      throw new AppError('server_busy', 'Too many searches wait');
    }
    this.#worker ??= this.#start();
    const id = (this.#lastId += 1);
    const waiting: Waiting = Promise.withResolvers();
    const timer = setTimeout(
      () => waiting.reject(unavailable('A search took too long')),
      timeoutMilliseconds,
    );
    this.#waiting.set(id, waiting);
    const request: SearchRequest = { id, requested, version };
    // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(request);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  #start(): Worker {
    // A new thread counts its versions from the beginning.
    this.#cache.clear();
    const worker = new Worker(new URL('searchWorker.ts', import.meta.url), {
      workerData: this.#databaseUrl,
    });
    worker.unref();
    worker.on('message', (message: SearchResponse) => this.#receive(message));
    worker.on('error', (error) => this.#log.error({ reason: error.message }, 'the search failed'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(unavailable('The search ended'));
    });
    return worker;
  }

  #receive(message: SearchResponse): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'found') {
      if (message.version !== this.#version || !this.#indexed) this.#indexed = new Date();
      this.#version = message.version;
      return waiting?.resolve(message);
    }
    if (message.kind === 'unchanged') return waiting?.resolve(undefined);
    this.#log.error({ error: message.reason }, 'a search failed');
    waiting?.reject(unavailable('The search failed'));
  }
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message);
}
