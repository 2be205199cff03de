import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import type { FoundGpts, WantedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { SearchAnswer, SearchRequest } from '#server/services/gpts/search/searchWorker.ts';

/** More searches than that wait for minutes; they are refused. */
const waitingAtMost = 500;

/** The newest results are kept for as long as the catalogue stays the same: many people look for the same things. */
const keptAtMost = 500;

/** Results with the version of the catalogue that they were found in. */
type Kept = Pick<FoundAnswer, 'found' | 'version'>;

type FoundAnswer = Extract<SearchAnswer, { kind: 'found' }>;

type Waiting = PromiseWithResolvers<Kept | undefined>;

/** A large catalogue is read within this time after the start. */
const patienceMilliseconds = 60_000;

/** The thread that searches GPTs. It starts with the first search, and again after it has ended unexpectedly. */
export class SearchThread {
  readonly #databaseUrl: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #kept = new Map<string, Kept>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(databaseUrl: string, log: Pick<Logger, 'error'>) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /**
   * Finds GPTs. Returns the same object for the same search until a GPT changes. Throws `server_busy` when too many
   * searches wait, `unavailable` when the thread fails.
   */
  async find(wanted: WantedGpts): Promise<FoundGpts> {
    const key = JSON.stringify(wanted);
    const before = this.#kept.get(key);
    const result = (await this.#ask(wanted, before?.version)) ?? before;
    if (!result) throw new Error('The thread left out a result that is not kept');
    this.#kept.delete(key);
    if (result.version !== undefined) this.#kept.set(key, result);
    if (this.#kept.size > keptAtMost) this.#kept.delete(this.#kept.keys().next().value ?? '');
    return result.found;
  }

  /** Reads the catalogue before the first visitor searches. */
  warm(): void {
    const wanted = { query: '', locale: 'en', filters: {}, offset: 0, size: 0 } as const;
    this.find(wanted).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Returns nothing where the result of this version of the catalogue is the newest one. */
  async #ask(wanted: WantedGpts, version: number | undefined): Promise<Kept | undefined> {
    if (this.#waiting.size >= waitingAtMost) {
      throw new AppError('server_busy', 'Too many searches wait');
    }
    this.#worker ??= this.#start();
    const id = (this.#lastId += 1);
    const waiting: Waiting = Promise.withResolvers();
    const timer = setTimeout(
      () => waiting.reject(unavailable('A search took too long')),
      patienceMilliseconds,
    );
    this.#waiting.set(id, waiting);
    const request: SearchRequest = { id, wanted, version };
    // oxlint-disable-next-line require-post-message-target-origin -- a thread is no window and has no origin
    this.#worker.postMessage(request);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  #start(): Worker {
    // Another thread numbers its versions from the beginning.
    this.#kept.clear();
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
    if (message.kind === 'found') return waiting?.resolve(message);
    if (message.kind === 'unchanged') return waiting?.resolve(undefined);
    this.#log.error({ error: message.reason }, 'a search failed');
    waiting?.reject(unavailable('The search failed'));
  }
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message);
}
