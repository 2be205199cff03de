import { setTimeout } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Semaphore } from '#domain/concurrency.ts';
import { networkOf } from '#server/services/limits/network.ts';
import { consume } from '#server/services/limits/takePoints.ts';

/** Pages that are rendered for one network, and for all: a page takes several milliseconds of the only thread. */
const networkLimit = { points: 60, duration: 60 };
const overallLimit = { points: 40, duration: 1 };

/** Pages that are rendered at once, and that wait for that. */
const renderedAtOnce = 2;
const waitingAtMost = 8;

/** Seconds after which it is worth asking again where all are busy. */
const busySeconds = 2;

/**
 * How long a refusal is held back, and how many at once: a client that asks again as soon as it is refused would
 * otherwise keep the server as busy with refusals as with pages.
 */
const refusalMilliseconds = 1_000;
const heldRefusalsAtMost = 1_000;

/** A page that is not rendered now, because of its visitor's network or because of everybody together. */
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
 * Lets pages of results be rendered, not more than the rest of the server can bear. Counted in memory, each server for
 * itself: a statement for each refusal would cost what the limit is to save.
 */
export class ResultsLimits {
  readonly #network = new RateLimiterMemory(networkLimit);
  readonly #overall = new RateLimiterMemory(overallLimit);
  readonly #renders = new Semaphore(renderedAtOnce);
  #running = 0;
  #heldRefusals = 0;

  /** Renders when it is its turn. Throws `RenderRefusal`. */
  async render<Page>(address: string, render: () => Promise<Page>): Promise<Page> {
    const tooSoon = await consume(this.#network, networkOf(address));
    if (tooSoon > 0) throw new RenderRefusal('tooMany', tooSoon);
    if (this.#running >= renderedAtOnce + waitingAtMost)
      throw new RenderRefusal('busy', busySeconds);
    if ((await consume(this.#overall, 'all')) > 0) {
      throw new RenderRefusal('busy', busySeconds);
    }
    this.#running += 1;
    try {
      return await this.#renders.run(render);
    } finally {
      this.#running -= 1;
    }
  }

  /** Waits until a refusal may be sent, or its client has gone. */
  async holdRefusal(gone: AbortSignal): Promise<void> {
    if (this.#heldRefusals >= heldRefusalsAtMost) return;
    this.#heldRefusals += 1;
    try {
      await setTimeout(refusalMilliseconds, undefined, { signal: gone, ref: false });
    } catch {
      // Nobody waits for the refusal any more.
    } finally {
      this.#heldRefusals -= 1;
    }
  }
}
