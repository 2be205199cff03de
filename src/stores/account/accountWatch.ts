import { $account, refreshUser } from '#stores/account/user.ts';

/** Pause before the balance is asked for again while it is to change; doubled each time. */
const firstPause = 2_000;
const longestPause = 30_000;

/** Half an hour of asking without a change; whoever comes back to the page begins another one. */
const triesAtMost = 60;

/** The least time between two times of asking. */
const sameMilliseconds = 1_000;

let askedAt = Number.NEGATIVE_INFINITY;
let later: ReturnType<typeof setTimeout> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let tries = 0;
let isWatching = false;
/** Parts of the screen that wait for credits. */
let waiting = 0;

/** Asks for the account again where somebody is signed in: at once, or a second after the last time. */
export function refreshAccount(): void {
  if (!$account.get() || later !== undefined) return;
  const pause = askedAt + sameMilliseconds - performance.now();
  if (pause <= 0) return refreshNow();
  later = setTimeout(() => {
    later = undefined;
    refreshNow();
  }, pause);
}

function refreshNow(): void {
  askedAt = performance.now();
  void refreshUser();
}

/**
 * Keeps the balance right, whoever changes it: asks for the account when somebody comes back to the page, and, while the
 * page is visible and credits are held or waited for, again and again with growing pauses. Returns how to end it.
 */
export function watchAccount(): () => void {
  isWatching = true;
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', look, { signal });
  for (const name of ['focus', 'pageshow', 'online']) {
    globalThis.addEventListener(name, look, { signal });
  }
  const unlisten = $account.listen((account, before) => {
    const isSame = account?.held === before?.held && account?.credit === before?.credit;
    if (!isSame) startAgain();
  });
  startAgain();
  return () => {
    isWatching = false;
    ending.abort();
    unlisten();
    clearTimeout(timer);
    clearTimeout(later);
    later = undefined;
  };
}

/** Asks for the account until the caller, who cannot go on without more credits, ends it. Returns how to end it. */
export function awaitCredits(): () => void {
  waiting += 1;
  refreshAccount();
  startAgain();
  return () => {
    waiting -= 1;
  };
}

function look(): void {
  if (document.visibilityState !== 'visible') return clearTimeout(timer);
  // Coming back has several signs.
  if (performance.now() - askedAt >= sameMilliseconds) refreshAccount();
  startAgain();
}

function startAgain(): void {
  tries = 0;
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  const isAwaited = waiting > 0 || ($account.get()?.held ?? 0) > 0;
  if (!isWatching || !isAwaited || tries >= triesAtMost) return;
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(() => void ask(), Math.min(longestPause, firstPause * 2 ** tries));
}

async function ask(): Promise<void> {
  tries += 1;
  const before = tries;
  await refreshUser();
  // A balance that changed has begun another series.
  if (tries === before) schedule();
}
