import { Semaphore } from '#domain/concurrency.ts';
import { Refused } from '#server/gateways/web/refused.ts';

/** Limits how many requests run at once, to one host and in all, and how many wait. */
export class HostSlots {
  readonly #perHost: number;
  readonly #overall: Semaphore;
  readonly #maxWaiting: number;
  readonly #hosts = new Map<string, Semaphore>();

  constructor(limits: { perHost: number; overall: number; maxWaiting: number }) {
    this.#perHost = limits.perHost;
    this.#overall = new Semaphore(limits.overall);
    this.#maxWaiting = limits.maxWaiting;
  }

  /** Runs `work` in a slot of the host and one of all. Throws `Refused` when too many wait, or the signal's reason. */
  async run<Result>(
    host: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting() >= this.#maxWaiting) throw new Refused('busy');
    const ofHost = this.#hosts.get(host) ?? new Semaphore(this.#perHost);
    this.#hosts.set(host, ofHost);
    try {
      // First the slot of the host: a request with a slot of all waits for no other, so that no two wait for each other.
      return await ofHost.run(() => this.#overall.run(work, signal), signal);
    } finally {
      if (ofHost.isIdle) this.#hosts.delete(host);
    }
  }

  #waiting(): number {
    let waiting = this.#overall.waiting;
    for (const ofHost of this.#hosts.values()) waiting += ofHost.waiting;
    return waiting;
  }
}
