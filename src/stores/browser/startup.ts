import { hasSessionHint } from '#stores/account/hint.ts';
import { loadMonthTimes, loadWeekTimes } from '#stores/gpts/ranking.ts';
import { refreshUser } from '#stores/account/user.ts';

let userKnown: Promise<void> | undefined;
let started: Promise<unknown> | undefined;

/** The specified order: the user, then the week data, then the month data. Runs once, however often it is called. */
export async function start(): Promise<void> {
  userKnown ??= refreshUser();
  started ??= userKnown.then(() => Promise.all([loadWeekTimes(), loadMonthTimes()]));
  await started;
}

/** Starts, and waits until the user is known; week and month data are on their way then. */
export async function startUntilUserKnown(): Promise<void> {
  void start();
  await userKnown;
}

/** On site pages: starts only where the hint cookie says that somebody may be signed in. */
export async function startWhereSignedIn(): Promise<void> {
  if (hasSessionHint()) await start();
}
