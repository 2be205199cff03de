import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildStep } from '#release/builderProtocol.ts';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import * as z from 'zod/mini';

export type PublishStep = { step: 'snapshot' } | BuildStep | { step: 'switch' };

const counted = { done: z.int(), all: z.int() };

/** The progress of a process that publishes, as stored in `progress.json`. */
const publishProgress = z.object({
  pid: z.int(),
  /** Start of the publish and of its current step, and the time of this state (ISO). */
  began: z.string(),
  stepBegan: z.string(),
  updated: z.string(),
  step: z.discriminatedUnion('step', [
    z.object({ step: z.enum(['snapshot', 'plan', 'bundle', 'store', 'switch']) }),
    z.object({ step: z.enum(['render', 'images']), ...counted }),
  ]),
  /** Of the current step; `null` if unknown. */
  secondsLeft: z.nullable(z.number()),
});

export type PublishProgress = z.output<typeof publishProgress>;

const writeMilliseconds = 250;
const sayMilliseconds = 2_000;
/** No estimate is made before this time. */
const leastElapsedMilliseconds = 500;

/**
 * Reports the progress of a publish: as lines to `say`, and in `progress.json` of the site, at most every 250 ms. Write
 * errors are ignored, because a report must not stop a publish. `end` deletes the file.
 */
export class ProgressReporter {
  readonly #file: string;
  readonly #say: (line: string) => void;
  readonly #began = new Date();
  #stepBegan = this.#began;
  #step: PublishStep | undefined;
  #printedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(site: Pick<SiteFolder, 'root'>, say: (line: string) => void) {
    this.#file = progressFile(site);
    this.#say = say;
  }

  /** Call it for each new step, and for each progress of a counted step. */
  report(step: PublishStep): void {
    const isNew = step.step !== this.#step?.step;
    if (isNew) this.#stepBegan = new Date();
    this.#step = step;
    if (isNew || isFinished(step) || performance.now() - this.#printedAt >= sayMilliseconds) {
      this.#printedAt = performance.now();
      this.#say(sentenceOfStep(step, this.#secondsLeft()));
    }
    this.#timer ??= setTimeout(() => this.#write(), writeMilliseconds).unref();
  }

  /** Call it at the end of a publish, also after a failure. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await rm(this.#file, { force: true }).catch(() => undefined);
  }

  #write(): void {
    this.#timer = undefined;
    const { pid } = process;
    const temporary = `${this.#file}.${pid}.tmp`;
    const text = JSON.stringify(this.#state());
    // Not synced to disk: it is useless after a crash.
    this.#writing = this.#writing
      .then(() => writeFile(temporary, text))
      .then(() => rename(temporary, this.#file))
      .catch(() => undefined);
  }

  #state(): PublishProgress {
    return {
      pid: process.pid,
      began: this.#began.toISOString(),
      stepBegan: this.#stepBegan.toISOString(),
      updated: new Date().toISOString(),
      step: this.#step ?? { step: 'snapshot' },
      secondsLeft: this.#secondsLeft(),
    };
  }

  #secondsLeft(): number | null {
    const elapsed = Date.now() - this.#stepBegan.getTime();
    if (!this.#step || !('all' in this.#step)) return null;
    const { done, all } = this.#step;
    if (done === 0 || elapsed < leastElapsedMilliseconds) return null;
    return Math.ceil((elapsed * Math.max(all - done, 0)) / done / 1_000);
  }
}

/** Returns the stored progress, or `undefined` if there is none. Its process may have died. */
export async function readProgress(
  site: Pick<SiteFolder, 'root'>,
): Promise<PublishProgress | undefined> {
  const text = await readIfThere(progressFile(site)).catch(() => undefined);
  try {
    return text === undefined ? undefined : parseChecked(publishProgress, text, 'The progress');
  } catch {
    return undefined;
  }
}

/** Returns a step as text for a terminal, such as `Rendered 120 of 900 pages, about 12 s left`. */
export function sentenceOfStep(step: PublishStep, secondsLeft: number | null): string {
  const left = secondsLeft === null || isFinished(step) ? '' : `, about ${secondsLeft} s left`;
  switch (step.step) {
    case 'snapshot':
      return 'Reading the snapshot';
    case 'plan':
      return 'Comparing pages with the release before';
    case 'bundle':
      return 'Bundling the code of the pages (once for each version)';
    case 'render':
      return `Rendered ${step.done} of ${step.all} pages${left}`;
    case 'store':
      return 'Storing and checking the release';
    case 'images':
      return `Drew ${step.done} of ${step.all} pictures${left}`;
    case 'switch':
      return 'Switching to the release';
  }
}

function isFinished(step: PublishStep): boolean {
  return 'all' in step && step.done >= step.all;
}

function progressFile(site: Pick<SiteFolder, 'root'>): string {
  return join(site.root, 'progress.json');
}
