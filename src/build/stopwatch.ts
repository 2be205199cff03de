import type { BuildStep } from '#site/buildJob.ts';

/** Tells the steps of a build and adds up how long each took, in seconds. */
export class Stopwatch {
  readonly #report: (step: BuildStep) => void;
  readonly #seconds: Record<string, number> = {};
  #step: string | undefined;
  #began = 0;

  constructor(report: (step: BuildStep) => void) {
    this.#report = report;
  }

  step(step: BuildStep): void {
    if (step.step !== this.#step) {
      this.#close();
      this.#step = step.step;
      this.#began = performance.now();
    }
    this.#report(step);
  }

  /** Adds the time of a part of a step under a name of its own. */
  async measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await work();
    this.#add(name, began);
    return result;
  }

  end(): Record<string, number> {
    this.#close();
    return this.#seconds;
  }

  #close(): void {
    if (this.#step !== undefined) this.#add(this.#step, this.#began);
    this.#step = undefined;
  }

  #add(name: string, began: number): void {
    this.#seconds[name] = (this.#seconds[name] ?? 0) + (performance.now() - began) / 1_000;
  }
}
