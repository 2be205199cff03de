import { Worker } from 'node:worker_threads';
import type { Headers } from '#release/manifest.ts';
import type { RenderedPage } from '#builder/renderer.ts';
import type { StoredFile } from '#builder/releaseFiles.ts';
import type { StoreRequest, StoreResponse } from '#builder/storeThreadMain.ts';

/** The thread has only a few pages in memory. Without limits it would free memory too late. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** Stores rendered pages on another thread, so that this one only renders. */
export class StoreThread {
  readonly #store: string;
  readonly #worker: Worker;
  /** Shared objects of equal headers: most pages have the same, but each message brings a copy. */
  readonly #headers = new Map<string, Headers>();
  readonly #pending = new Map<number, PromiseWithResolvers<StoredFile>>();
  #count = 0;
  #failure: Error | undefined;

  /** `assets`: the folder of the files for browsers. */
  constructor(store: string, assets: string) {
    this.#store = store;
    const main = new URL('storeThreadMain.ts', import.meta.url);
    this.#worker = new Worker(main, { resourceLimits, workerData: assets });
    this.#worker.on('message', (response: StoreResponse) => this.#settle(response));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      for (const { reject } of this.#pending.values()) reject(error);
    });
  }

  /**
   * Stores the page. Its bytes are transferred and can no longer be used here. With `recompressList` it is compressed
   * fast, and its hash is added to that file. Throws if the page must not be served.
   */
  async keep(
    path: string,
    { body, type, pieces }: RenderedPage,
    recompressList?: string,
  ): Promise<StoredFile> {
    if (this.#failure) throw this.#failure;
    const id = (this.#count += 1);
    const pending = Promise.withResolvers<StoredFile>();
    this.#pending.set(id, pending);
    const store = this.#store;
    const request: StoreRequest = { id, store, path, body, type, pieces, recompressList };
    this.#worker.postMessage(request, [body.buffer as ArrayBuffer]);
    return pending.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(response: StoreResponse): void {
    const pending = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    if (response.kind === 'failed') return pending?.reject(new Error(response.reason));
    const { file, headers } = response.stored;
    return pending?.resolve({ file, headers: this.#shared(headers) });
  }

  #shared(headers: Headers): Headers {
    const key = JSON.stringify(headers);
    const known = this.#headers.get(key) ?? headers;
    this.#headers.set(key, known);
    return known;
  }
}
