import { setTimeout as pause } from 'node:timers/promises';
import {
  type Runner,
  type RunnerOptions,
  type Task,
  type TaskList,
  run,
  Logger as WorkerLogger,
} from 'graphile-worker';
import type { Logger } from 'pino';
import { whenReachable } from '#server/whenReachable.ts';
import { redactedError } from '#server/errors.ts';
import { isRestoredCopy } from '#server/services/operation/restoredCopy.ts';

const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;

/** After its machine has slept longer than this, a runner starts again instead of running the tasks of each missed minute. */
const longestCatchUpMilliseconds = 3_600_000;

/**
 * A delay of 0 is the default of graphile-worker 0.18. But only with explicit values does it handle a failure to store the
 * end of a job; otherwise that is an unhandled rejection, which ends the process.
 */
const preset: GraphileConfig.Preset = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};

/** Runs tasks in this process until it is stopped. */
export type Worker = {
  addJob: Runner['addJob'];
  /** Waits for running tasks. */
  stop(): Promise<void>;
};

type Options = Pick<RunnerOptions, 'pgPool' | 'taskList' | 'parsedCronItems' | 'concurrency'>;

/**
 * Runs tasks by graphile-worker, and starts it again with backoff after it has stopped because the database was away or
 * the machine has slept: then only the tasks with `fill` are run for the time between.
 * Throws if the first start fails for another reason than that, or while `signal` is aborted.
 */
export async function runWorker(
  options: Options,
  log: Logger,
  signal?: AbortSignal,
): Promise<Worker> {
  const start = () => startRunner(options, log);
  const stopping = new AbortController();
  let runner = await whenReachable(start, log, signal);
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const reason: unknown = await runner.promise.then(
        () => new Error('The clock went far ahead'),
        (error: unknown) => error,
      );
      if (stopping.signal.aborted) return;
      warn(log, reason);
      const next = await restart(start, log, stopping.signal);
      if (next === undefined) return;
      runner = next;
    }
  };
  const ended = keepRunning();
  return {
    addJob: (...job) => runner.addJob(...job),
    stop: async () => {
      stopping.abort();
      await stopRunner(runner);
      await ended;
    },
  };
}

async function startRunner(options: Options, log: Logger): Promise<Runner> {
  const logger = workerLogger(log);
  const taskList = unlessRestored(options);
  const runner = await run({ ...options, taskList, preset, noHandleSignals: true, logger });
  runner.events.on('cron:overdueTimer', ({ currentTimestamp, expectedTimestamp }) => {
    const missed = currentTimestamp - expectedTimestamp;
    if (missed > longestCatchUpMilliseconds) void stopRunner(runner);
  });
  return runner;
}

/**
 * Returns the tasks so that they do nothing on a restored copy. Their work is found again in the tables after `dolores
 * resume`: jobs only say that there may be some.
 */
function unlessRestored({ pgPool, taskList = {} }: Options): TaskList {
  const gated = Object.entries(taskList).map(([name, task]) => {
    const run: Task = async (payload, helpers) => {
      if (pgPool && (await isRestoredCopy(pgPool))) return;
      await task?.(payload, helpers);
    };
    return [name, run] as const;
  });
  return Object.fromEntries(gated);
}

/** Retries the start until it succeeds. Returns `undefined` if `signal` aborts before. */
async function restart(
  start: () => Promise<Runner>,
  log: Logger,
  signal: AbortSignal,
): Promise<Runner | undefined> {
  for (let wait = firstPauseMilliseconds; ; wait = Math.min(2 * wait, longestPauseMilliseconds)) {
    await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const runner = await start();
      if (!signal.aborted) return runner;
      await stopRunner(runner);
      return undefined;
    } catch (error) {
      warn(log, error);
    }
  }
}

/** Ignores the error of a runner that has stopped by itself. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}

function warn(log: Logger, error: unknown): void {
  log.warn({ error: redactedError(error) }, 'the job runner starts again');
}

/** Its advice about our own numbers: jobs of media wait for providers, and need no connection meanwhile. */
const advice = /maxPoolSize/;

/** Returns a logger for graphile-worker that passes on warnings and errors only. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (advice.test(message)) return;
    if (level === 'error' || level === 'warning') log.warn({ job: message.slice(0, 200) }, 'jobs');
  });
}
