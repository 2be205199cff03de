import type { BuildStep } from '#release/builderProtocol.ts';

/** Between two reports of a counted step: telling each of 100,000 pages would take as long as a tenth of their rendering. */
const reportMilliseconds = 100;

/** Reports the steps of a build and adds up how long each took, in seconds. */
export class Stopwatch {
  readonly #report: (step: BuildStep) => void;
  readonly #seconds: Record<string, number> = {};
  #step: string | undefined;
  #began = 0;
  #reported = 0;

  constructor(report: (step: BuildStep) => void) {
    this.#report = report;
  }

  step(step: BuildStep): void {
    if (step.step !== this.#step) {
      this.#close();
      this.#step = step.step;
      this.#began = performance.now();
    } else if (isCounting(step) && performance.now() - this.#reported < reportMilliseconds) {
      return;
    }
    this.#reported = performance.now();
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

/** Whether more of this step follows. */
function isCounting(step: BuildStep): boolean {
  return 'all' in step && step.done < step.all;
}
