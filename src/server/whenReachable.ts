import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseGone, redactedError } from '#server/errors.ts';

const firstPauseMilliseconds = 250;
const longestPauseMilliseconds = 5_000;

/**
 * Returns the result of `work`, which is repeated while it fails because the database cannot be reached (`isAway`): it must
 * be repeatable. Throws every other error, and the last one when `signal` aborts.
 */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  log: Pick<Logger, 'warn'>,
  signal?: AbortSignal,
  isAway: (error: unknown) => boolean = isDatabaseGone,
): Promise<Result> {
  for (let wait = firstPauseMilliseconds; ; wait = Math.min(2 * wait, longestPauseMilliseconds)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || signal?.aborted) throw error;
      log.warn({ error: redactedError(error) }, 'the start waits for the database');
      await pause(wait, undefined, signal && { signal }).catch(() => undefined);
    }
  }
}
