import { hasSessionHint } from '#stores/account/sessionHint.ts';
import { loadMonthTimes, loadWeekTimes } from '#stores/gpts/ranking.ts';
import { refreshUser } from '#stores/account/user.ts';

let userKnown: Promise<void> | undefined;
let started: Promise<unknown> | undefined;

/** Loads the user, then the week data and the month data, as specified. Runs once, however often it is called. */
export async function start(): Promise<void> {
  userKnown ??= refreshUser();
  started ??= userKnown.then(() => Promise.all([loadWeekTimes(), loadMonthTimes()]));
  await started;
}

/** Starts, and waits for the user only; week and month data load meanwhile. */
export async function startUntilUserKnown(): Promise<void> {
  void start();
  await userKnown;
}

/** On site pages: starts only where the hint cookie says that somebody may be signed in. */
export async function startWhereSignedIn(): Promise<void> {
  if (hasSessionHint()) await start();
}
