import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { guessLimits, windowSeconds } from '#server/services/login/guessLimits.ts';
import { type Use, isUsedUp, tryTakePoints } from '#server/services/login/limits.ts';
import { networksOf } from '#server/services/login/network.ts';

type Guess = {
  email: string;
  /** Whether the browser has signed in to this address before. */ isDevice: boolean;
};

/**
 * Counts the guess of a code that has no word, before it is compared: no number of parallel guesses gets past the
 * limits, and a refusal does not depend on the code. Returns what to give back when the code was right. A browser that is
 * known to the address spends its own allowance first. Throws `too_many_guesses`.
 */
export async function takeGuess(context: Context, guess: Guess): Promise<Use[]> {
  const ofDevice = { limit: guessLimits.device, by: guess.email };
  if (guess.isDevice && (await tryTakePoints(context, [ofDevice])) === 0) return [ofDevice];
  const ofNetworks = networkUses(context);
  const ofEverybody = everybodyUse(context);
  if ((await tryTakePoints(context, ofNetworks)) > 0) throw tooManyGuesses(context);
  if ((await tryTakePoints(context, [ofEverybody])) > 0) {
    // The networks keep their points: they are worth nothing until the window ends.
    await raiseAlarm(context);
    throw tooManyGuesses(context);
  }
  return [...ofNetworks, ofEverybody];
}

/** Whether a code without a word would be compared now; if not, the next mail must carry a word. */
export async function arePlainCodesAccepted(context: Context, guess: Guess): Promise<boolean> {
  const ofDevice = { limit: guessLimits.device, by: guess.email };
  if (guess.isDevice && !(await isUsedUp(context, ofDevice))) return true;
  if (await isUsedUp(context, everybodyUse(context))) {
    await raiseAlarm(context);
    return false;
  }
  for (const use of networkUses(context)) if (await isUsedUp(context, use)) return false;
  return true;
}

function networkUses(context: Context): Use[] {
  const { points } = guessLimits.network;
  return networksOf(context.actor.address).map(({ name, share }) => ({
    limit: { ...guessLimits.network, points: points * share },
    by: JSON.stringify([windowOf(context), name]),
  }));
}

function everybodyUse(context: Context): Use {
  return { limit: guessLimits.everybody, by: String(windowOf(context)) };
}

/** Once in a window, whichever server sees it first. Nothing about anybody is in it. */
async function raiseAlarm(context: Context): Promise<void> {
  const use = { limit: guessLimits.alarm, by: String(windowOf(context)) };
  if ((await tryTakePoints(context, [use])) > 0) return;
  const { points } = guessLimits.everybody;
  context.log.error(
    { alarm: 'sign_in_guessing', wrongCodes: points, seconds: windowSeconds },
    'too many wrong sign-in codes: until the next full hour, mails carry a word beside the code',
  );
}

/** Says the same to right and wrong codes. */
function tooManyGuesses(context: Context): AppError {
  const seconds = windowSeconds - (Math.floor(context.now().getTime() / 1_000) % windowSeconds);
  return new AppError(
    'too_many_guesses',
    'Too many wrong codes were tried; ask for a new code, whose mail also carries a word',
    { retry_seconds: seconds },
  );
}

function windowOf({ now }: Context): number {
  return Math.floor(now().getTime() / 1_000 / windowSeconds);
}
