import { setTimeout } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Semaphore } from '#domain/concurrency.ts';
import { networkOf } from '#server/services/limits/network.ts';
import { consume } from '#server/services/limits/takePoints.ts';

/** Pages rendered for one network, and for all: a page takes several milliseconds of the only thread. */
const networkLimit = { points: 60, duration: 60 };
const overallLimit = { points: 40, duration: 1 };

/** Pages that are rendered in parallel, and pages that wait for it. */
const renderedAtOnce = 2;
const waitingAtMost = 8;

/** Seconds after which a client should retry when the server is busy. */
const busySeconds = 2;

/**
 * The delay of a refusal, and the most delayed refusals. Without a delay, a client that retries at once would keep the
 * server as busy with refusals as with pages.
 */
const refusalMilliseconds = 1_000;
const heldRefusalsAtMost = 1_000;

/** The refusal of a page: its network has requested too many, or the server is busy. */
export class RenderRefusal extends Error {
  readonly kind: 'tooMany' | 'busy';
  readonly retrySeconds: number;

  constructor(kind: 'tooMany' | 'busy', retrySeconds: number) {
    super(kind);
    this.name = 'RenderRefusal';
    this.kind = kind;
    this.retrySeconds = retrySeconds;
  }
}

/**
 * Limits the rendering of result pages, to protect the rest of the server. Each server counts in memory, because a
 * statement for each refusal would cost as much as the limit saves.
 */
export class ResultsLimits {
  readonly #network = new RateLimiterMemory(networkLimit);
  readonly #overall = new RateLimiterMemory(overallLimit);
  readonly #renders = new Semaphore(renderedAtOnce);
  #running = 0;
  #heldRefusals = 0;

  /** Renders a page when a slot is free. Throws `RenderRefusal`. */
  async render<Page>(address: string, render: () => Promise<Page>): Promise<Page> {
    const tooSoon = await consume(this.#network, networkOf(address));
    if (tooSoon > 0) throw new RenderRefusal('tooMany', tooSoon);
    if (this.#running >= renderedAtOnce + waitingAtMost)
      throw new RenderRefusal('busy', busySeconds);
    // Before anything is awaited: requests of the same moment would all find the slot free.
    this.#running += 1;
    try {
      if ((await consume(this.#overall, 'all')) > 0) throw new RenderRefusal('busy', busySeconds);
      return await this.#renders.run(render);
    } finally {
      this.#running -= 1;
    }
  }

  /** Delays a refusal, until its client has gone at the latest. */
  async holdRefusal(gone: AbortSignal): Promise<void> {
    if (this.#heldRefusals >= heldRefusalsAtMost) return;
    this.#heldRefusals += 1;
    try {
      await setTimeout(refusalMilliseconds, undefined, { signal: gone, ref: false });
    } catch {
      // The client has gone.
    } finally {
      this.#heldRefusals -= 1;
    }
  }
}
