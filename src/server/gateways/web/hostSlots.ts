import { Semaphore } from '#domain/concurrency.ts';
import { Refused } from '#server/gateways/web/refused.ts';

/** Limits how many requests run at once, per host and overall, and how many wait. */
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

  /**
   * Runs `work` in a slot of the host and an overall one. Throws `Refused` when too many wait, or the signal's reason.
   */
  async run<Result>(
    host: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting() >= this.#maxWaiting) throw new Refused('busy');
    const slots = this.#hosts.get(host) ?? new Semaphore(this.#perHost);
    this.#hosts.set(host, slots);
    try {
      // The host's slot first, because requests with an overall slot must not wait for another request (deadlock).
      return await slots.run(() => this.#overall.run(work, signal), signal);
    } finally {
      if (slots.isIdle) this.#hosts.delete(host);
    }
  }

  #waiting(): number {
    let waiting = this.#overall.waiting;
    for (const ofHost of this.#hosts.values()) waiting += ofHost.waiting;
    return waiting;
  }
}
