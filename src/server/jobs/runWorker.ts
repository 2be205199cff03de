import { setTimeout as pause } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';
import type { Logger } from 'pino';
import { redactedError } from '#server/errors.ts';
import { workerLogger } from '#server/jobs/workerLogger.ts';

const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;

/**
 * Without waiting, as graphile-worker 0.18 means these settings; but without them, a job whose end the database cannot
 * be told of ends the process, because nobody hears of that failure.
 */
const preset: GraphileConfig.Preset = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

/** Runs tasks in this process until it is stopped. */
export type Worker = {
  addJob: Runner['addJob'];
  /** Waits for the tasks that run. */
  stop(): Promise<void>;
};

type Options = Pick<RunnerOptions, 'pgPool' | 'taskList' | 'crontab' | 'concurrency'>;

/**
 * Runs the tasks of a list, also after the database was away: graphile-worker gives up where that happens while a job
 * ends, and begins anew here. Throws when it cannot begin the first time.
 */
export async function runWorker(options: Options, log: Logger): Promise<Worker> {
  const begin = (): Promise<Runner> =>
    run({ ...options, preset, noHandleSignals: true, logger: workerLogger(log) });
  const stopping = new AbortController();
  let runner = await begin();
  const keep = async (): Promise<void> => {
    for (;;) {
      const reason: unknown = await runner.promise.catch((error: unknown) => error);
      if (stopping.signal.aborted) return;
      tell(log, reason);
      const next = await beginAgain(begin, log, stopping.signal);
      if (next === undefined) return;
      runner = next;
    }
  };
  const kept = keep();
  return {
    addJob: (...job) => runner.addJob(...job),
    stop: async () => {
      stopping.abort();
      await stopRunner(runner);
      await kept;
    },
  };
}

/** `undefined` where it was stopped meanwhile. */
async function beginAgain(
  begin: () => Promise<Runner>,
  log: Logger,
  signal: AbortSignal,
): Promise<Runner | undefined> {
  for (let wait = firstPauseMilliseconds; ; wait = Math.min(2 * wait, longestPauseMilliseconds)) {
    await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const runner = await begin();
      if (!signal.aborted) return runner;
      await stopRunner(runner);
      return undefined;
    } catch (error) {
      tell(log, error);
    }
  }
}

/** One that has ended by itself refuses to be stopped. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}

function tell(log: Logger, error: unknown): void {
  log.warn({ error: redactedError(error) }, 'jobs begin anew');
}
