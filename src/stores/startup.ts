import { hasSessionHint } from '#stores/hint.ts';
import { loadMonthTimes, loadWeekTimes } from '#stores/ranking.ts';
import { refreshUser } from '#stores/user.ts';

let started: Promise<void> | undefined;

/** The specified order: the user, then the week data, then the month data. Runs once, however often it is called. */
export function start(): Promise<void> {
  started ??= refreshUser().then(loadWeekTimes).then(loadMonthTimes);
  return started;
}

/** On site pages: starts only where the hint cookie says that somebody may be signed in. */
export async function startWhereSignedIn(): Promise<void> {
  if (hasSessionHint()) await start();
}
