import { cancelRefresh, isRefreshDue, refreshAccount } from '#stores/account/accountRefresh.ts';
import { $account, refreshUser } from '#stores/account/user.ts';

/** Pauses, in milliseconds, between polls of a balance that is expected to change; doubled each time. */
const firstPause = 2_000;
const longestPause = 30_000;

/** Polls without a change: about half an hour. Polling starts again when the user returns to the page. */
const mostPolls = 60;

let nextPoll: ReturnType<typeof setTimeout> | undefined;
let polls = 0;
let isWatching = false;
/** Parts of the screen that wait for credits. */
let waiting = 0;

/**
 * Keeps the balance up to date: loads the account when the user returns to the page, and polls it, with growing pauses,
 * while the page is visible and credits are held or awaited. Returns an unsubscribe function.
 */
export function watchAccount(): () => void {
  isWatching = true;
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', onReturn, { signal });
  for (const name of ['focus', 'pageshow', 'online']) {
    globalThis.addEventListener(name, onReturn, { signal });
  }
  const unlisten = $account.listen((account, before) => {
    const isSame = account?.held === before?.held && account?.credit === before?.credit;
    if (!isSame) restartPolling();
  });
  restartPolling();
  return () => {
    isWatching = false;
    ending.abort();
    unlisten();
    clearTimeout(nextPoll);
    cancelRefresh();
  };
}

/** Polls the account, because the caller cannot continue without more credits. Returns a function that ends it. */
export function awaitCredits(): () => void {
  waiting += 1;
  refreshAccount();
  restartPolling();
  return () => {
    waiting -= 1;
  };
}

function onReturn(): void {
  if (document.visibilityState !== 'visible') return clearTimeout(nextPoll);
  // One return can fire several events.
  if (isRefreshDue()) refreshAccount();
  restartPolling();
}

function restartPolling(): void {
  polls = 0;
  schedulePoll();
}

function schedulePoll(): void {
  clearTimeout(nextPoll);
  const isAwaited = waiting > 0 || ($account.get()?.held ?? 0) > 0;
  if (!isWatching || !isAwaited || polls >= mostPolls) return;
  if (document.visibilityState !== 'visible') return;
  nextPoll = setTimeout(() => void poll(), Math.min(longestPause, firstPause * 2 ** polls));
}

async function poll(): Promise<void> {
  polls += 1;
  const before = polls;
  await refreshUser();
  // A changed balance has restarted the polling.
  if (polls === before) schedulePoll();
}
