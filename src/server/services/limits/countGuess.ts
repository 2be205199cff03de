import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { guessLimits, windowSeconds } from '#server/services/limits/guessLimits.ts';
import {
  type Use,
  isUsedUp,
  limitKey,
  networkUse,
  tryTakePoints,
} from '#server/services/limits/takePoints.ts';
import { addToCount } from '#server/db/queries/rateLimits.ts';
import { networksOf } from '#server/services/limits/network.ts';

/** A try of a code without a word. */
export type Guess = {
  email: string;
  /** Whether the browser has signed in to this address before. */
  isDevice: boolean;
};

/**
 * Locks the counters of a guess until the transaction ends, so that parallel guesses cannot exceed the limits; correct
 * codes only wait for each other. A browser that has signed in to the address before uses its own allowance first.
 * Returns the counters to increase when the code is wrong; `undefined` when the code must not be compared.
 */
export async function lockGuessCounters(
  transaction: Executor,
  context: Context,
  { email, isDevice }: Guess,
): Promise<readonly Use[] | undefined> {
  const ofDevice = deviceUse(email);
  if (isDevice && (await addPoints(transaction, context, ofDevice, 0)) < ofDevice.limit.points) {
    return [ofDevice];
  }
  // Always in this order, to prevent deadlocks.
  const uses = [...networkUses(context), everybodyUse(context)];
  for (const use of uses) {
    if ((await addPoints(transaction, context, use, 0)) >= use.limit.points) return undefined;
  }
  return uses;
}

/** Counts a wrong code in the counters that `lockGuessCounters` has locked. */
export async function countWrongGuess(
  transaction: Executor,
  context: Context,
  uses: readonly Use[],
): Promise<void> {
  for (const use of uses) await addPoints(transaction, context, use, 1);
}

/** Whether a code without a word would be compared now. If not, the next mail must have a word. */
export async function arePlainCodesAccepted(
  context: Context,
  { email, isDevice }: Guess,
): Promise<boolean> {
  if (isDevice && !(await isUsedUp(context, deviceUse(email)))) return true;
  if (await isUsedUp(context, everybodyUse(context))) {
    await raiseAlarm(context);
    return false;
  }
  for (const use of networkUses(context)) if (await isUsedUp(context, use)) return false;
  return true;
}

/** Returns the error for guesses that are not compared, the same for correct and wrong codes. */
export function tooManyGuesses({ now }: Context): AppError {
  const seconds = windowSeconds - (Math.floor(now().getTime() / 1_000) % windowSeconds);
  return new AppError(
    'too_many_guesses',
    'Too many wrong codes were tried; ask for a new code, whose mail also carries a word',
    { retry_seconds: seconds },
  );
}

/** Adds points to a counter, whose row stays locked until the transaction ends. Returns the sum. */
async function addPoints(
  transaction: Executor,
  context: Context,
  use: Use,
  points: number,
): Promise<number> {
  const addition = {
    key: limitKey(context, use),
    points,
    milliseconds: use.limit.seconds * 1_000,
    now: Date.now(),
  };
  const counted = await addToCount(transaction, addition, { emptyIsOver: false });
  return counted.points;
}

function deviceUse(email: string): Use {
  return { limit: guessLimits.device, by: email };
}

function networkUses(context: Context): Use[] {
  return networksOf(context.actor.address).map((network) =>
    networkUse(guessLimits.network, network, JSON.stringify([windowOf(context), network.name])),
  );
}

/** Returns the use that counts the wrong codes of all networks in this window. */
export function everybodyUse(context: Pick<Context, 'now'>): Use {
  return { limit: guessLimits.everybody, by: String(windowOf(context)) };
}

/** Logs an alarm once in a window, by the first server that notices. It contains no personal data. */
async function raiseAlarm(context: Context): Promise<void> {
  const use = { limit: guessLimits.alarm, by: String(windowOf(context)) };
  if ((await tryTakePoints(context, [use])) > 0) return;
  const { points } = guessLimits.everybody;
  context.log.warn(
    { alarm: 'sign_in_guessing', wrongCodes: points, seconds: windowSeconds },
    'too many wrong sign-in codes: until the next full hour, mails carry a word beside the code',
  );
}

function windowOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1_000 / windowSeconds);
}
