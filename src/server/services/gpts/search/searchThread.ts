import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { FoundGpts, RequestedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { IndexState } from '#server/services/gpts/search/catalogueFollower.ts';
import type {
  SearchRequest,
  SearchResponse,
  SearchWorkerData,
} from '#server/services/gpts/search/searchWorker.ts';

/** Most searches that wait; more would wait for minutes and are refused. */
const waitingAtMost = 500;

/** Most cached results. They are valid until the catalogue changes: many people search for the same things. */
const cachedAtMost = 500;

/** A result, and the version of the catalogue from which it was computed. */
type CachedResult = Pick<FoundResponse, 'found' | 'version'>;

type FoundResponse = Extract<SearchResponse, { kind: 'found' }>;

type Waiting = PromiseWithResolvers<CachedResult | undefined>;

/** Timeout of a search. The first one after the start waits for the stored index, or until a small one is built. */
const timeoutMilliseconds = 60_000;

/** Delay of building the index after the start, and of another try after a failure. */
const warmMilliseconds = 3_000;
const retryMilliseconds = 5_000;

/** The thread that searches GPTs. It starts with the first search, and restarts after it ended unexpectedly. */
export class SearchThread {
  readonly #data: SearchWorkerData;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #cache = new Map<string, CachedResult>();
  #worker: Worker | undefined;
  #lastId = 0;
  #version: number | undefined;
  #indexed: Date | undefined;
  #state: IndexState | undefined;
  #isClosed = false;

  /** The index is stored in the folder `search` of `dataDir`. */
  constructor(databaseUrl: string, dataDir: string, log: Pick<Logger, 'error'>) {
    this.#data = { databaseUrl, indexFile: join(dataDir, 'search', 'index') };
    this.#log = log;
  }

  /** How far the index is; `undefined` before the first search. */
  get state(): IndexState | undefined {
    return this.#state;
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

  /** Loads the index before the first visitor searches, if it is stored. Else `warm` builds it later. */
  loadStored(): void {
    if (existsSync(this.#data.indexFile)) this.#begin();
    else this.#state = { kind: 'building', changes: 0 };
  }

  /** Builds the index before the first visitor searches, a little later, so that the first visitors get their pages first. */
  warm(): void {
    if (this.#worker === undefined) setTimeout(() => this.#begin(), warmMilliseconds).unref();
  }

  #begin(): void {
    this.#state ??= { kind: 'loading', changes: 0 };
    const requested = { query: '', locale: 'en', filters: {}, offset: 0, size: 0 } as const;
    // The database may be away for a moment.
    this.find(requested).catch(() => {
      if (!this.#isClosed) setTimeout(() => this.#begin(), retryMilliseconds).unref();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
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
      workerData: this.#data,
    });
    worker.unref();
    worker.on('message', (message: SearchResponse) => this.#receive(message));
    worker.on('error', (error) => this.#log.error({ reason: error.message }, 'the search failed'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#state = undefined;
      for (const { reject } of this.#waiting.values()) reject(unavailable('The search ended'));
    });
    return worker;
  }

  #receive(message: SearchResponse): void {
    if (message.kind === 'state') {
      this.#state = message.state;
      return;
    }
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
