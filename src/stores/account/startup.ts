import { getAccount } from '#contract/account/account.ts';
import { holdCalls } from '#contract/call.ts';
import { getMonthlyRanking, getWeeklyRanking } from '#contract/ranking/ranking.ts';
import { hasSessionHint } from '#stores/browser/sessionHint.ts';
import { loadMonthTimes, loadWeekTimes } from '#stores/ranking/rankingTimes.ts';
import { refreshUser } from '#stores/account/user.ts';

let userKnown: Promise<void> | undefined;
let timesRequested: Promise<void> | undefined;
let timesLoaded: Promise<unknown> | undefined;

/** Loads the user, then the week data and the month data, as specified. Runs once, however often it is called. */
export async function start(): Promise<void> {
  await requestInOrder();
  await timesLoaded;
}

/**
 * Starts, and waits for the user only; week and month data load meanwhile. All other calls of the page wait until these
 * are requested, from every part of the page.
 */
export async function startBeforeOthers(): Promise<void> {
  holdCalls([getAccount, getWeeklyRanking, getMonthlyRanking], requestInOrder());
  await userKnown;
}

/** On site pages: starts only if the hint cookie shows that a user may be signed in. */
export async function startWhereSignedIn(): Promise<void> {
  if (hasSessionHint()) await start();
}

/** Loads the user, then requests week and month data without waiting for them. */
function requestInOrder(): Promise<void> {
  userKnown ??= refreshUser();
  timesRequested ??= userKnown.then(() => {
    timesLoaded = Promise.all([loadWeekTimes(), loadMonthTimes()]);
  });
  return timesRequested;
}
