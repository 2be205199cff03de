import { $account, refreshUser } from '#stores/account/user.ts';

/** The least time between two refreshes. */
const throttleMilliseconds = 1_000;

let refreshedAt = Number.NEGATIVE_INFINITY;
let delayedRefresh: ReturnType<typeof setTimeout> | undefined;

/** Loads the account if a user is signed in: at once, or a second after the last refresh. */
export function refreshAccount(): void {
  if (!$account.get() || delayedRefresh !== undefined) return;
  const pause = refreshedAt + throttleMilliseconds - performance.now();
  if (pause <= 0) return refreshNow();
  delayedRefresh = setTimeout(() => {
    delayedRefresh = undefined;
    refreshNow();
  }, pause);
}

function refreshNow(): void {
  refreshedAt = performance.now();
  void refreshUser();
}

/** Whether `refreshAccount` would load the account at once. */
export function isRefreshDue(): boolean {
  return performance.now() - refreshedAt >= throttleMilliseconds;
}

/** Ends the wait for a delayed refresh. */
export function cancelRefresh(): void {
  clearTimeout(delayedRefresh);
  delayedRefresh = undefined;
}
