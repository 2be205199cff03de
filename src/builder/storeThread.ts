import { Worker } from 'node:worker_threads';
import type { Headers } from '#release/manifest.ts';
import type { RenderedPage } from '#builder/renderer.ts';
import type { StoredFile } from '#builder/releaseFiles.ts';
import type { StoreAnswer, StoreRequest } from '#builder/storeThreadMain.ts';

/** It holds a few pages at a time; without a limit it keeps what it does not need any more. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Stores rendered pages on a thread of its own, so that this one only renders. */
export class StoreThread {
  readonly #store: string;
  readonly #worker = new Worker(new URL('storeThreadMain.ts', import.meta.url), { resourceLimits });
  /** Most pages have the same headers, of which each answer brings a copy of its own. */
  readonly #headers = new Map<string, Headers>();
  readonly #waiting = new Map<number, PromiseWithResolvers<StoredFile>>();
  #count = 0;
  #failure: Error | undefined;

  constructor(store: string) {
    this.#store = store;
    this.#worker.on('message', (answer: StoreAnswer) => this.#take(answer));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /**
   * Keeps the page in the store, whose bytes belong to it from now on. With `recompressList` it is compressed fast, and
   * that file names it. Throws where the page may not be served.
   */
  async keep(
    path: string,
    { body, type }: RenderedPage,
    recompressList?: string,
  ): Promise<StoredFile> {
    if (this.#failure) throw this.#failure;
    const id = (this.#count += 1);
    const answer = Promise.withResolvers<StoredFile>();
    this.#waiting.set(id, answer);
    const request: StoreRequest = { id, store: this.#store, path, body, type, recompressList };
    this.#worker.postMessage(request, [body.buffer as ArrayBuffer]);
    return answer.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(answer: StoreAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.kind === 'failed') return waiting?.reject(new Error(answer.reason));
    const { file, headers } = answer.stored;
    return waiting?.resolve({ file, headers: this.#shared(headers) });
  }

  #shared(headers: Headers): Headers {
    const key = JSON.stringify(headers);
    const known = this.#headers.get(key) ?? headers;
    this.#headers.set(key, known);
    return known;
  }
}
