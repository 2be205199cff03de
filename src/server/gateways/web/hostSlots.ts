import { Refused } from '#server/gateways/web/refused.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Limits how many requests run at once, to one host and in all, and how many wait. */
export class HostSlots {
  readonly #perHost: number;
  readonly #overall: Slots;
  readonly #maxWaiting: number;
  readonly #hosts = new Map<string, Slots>();

  constructor(limits: { perHost: number; overall: number; maxWaiting: number }) {
    this.#perHost = limits.perHost;
    this.#overall = new Slots(limits.overall);
    this.#maxWaiting = limits.maxWaiting;
  }

  /** Runs `work` in a slot of the host and one of all. Throws `Refused` when too many wait, or the signal's reason. */
  async run<Result>(
    host: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting() >= this.#maxWaiting) throw new Refused('busy');
    const slots = this.#hosts.get(host) ?? new Slots(this.#perHost);
    this.#hosts.set(host, slots);
    try {
      // The host's first: whoever has one of all waits for nobody, so that no two wait for each other.
      return await slots.run(signal, () => this.#overall.run(signal, work));
    } finally {
      if (slots.isUnused()) this.#hosts.delete(host);
    }
  }

  #waiting(): number {
    let waiting = this.#overall.waiting;
    for (const slots of this.#hosts.values()) waiting += slots.waiting;
    return waiting;
  }
}

class Slots {
  readonly #queue: (() => void)[] = [];
  readonly #size: number;
  #used = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  isUnused(): boolean {
    return this.#used === 0 && this.#queue.length === 0;
  }

  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.#used < this.#size) this.#used += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      const position = this.#queue.indexOf(resolve);
      if (position >= 0) this.#queue.splice(position, 1);
      // The slot came in the same moment: it goes to the next.
      else this.#release();
      throw error;
    }
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#used -= 1;
  }
}
