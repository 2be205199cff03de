import type { BuildStep } from '#release/builderProtocol.ts';

/** The interval of reports. Reporting each of 100,000 pages would take a tenth of the time of rendering them. */
const reportMilliseconds = 100;

/** Reports the steps of a build, and measures how many seconds each takes. */
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
    } else if (isInProgress(step) && performance.now() - this.#reported < reportMilliseconds) {
      return;
    }
    this.#reported = performance.now();
    this.#report(step);
  }

  /** Measures a part of a step under its own name. */
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

/** Whether the step is not finished. */
function isInProgress(step: BuildStep): boolean {
  return 'all' in step && step.done < step.all;
}
