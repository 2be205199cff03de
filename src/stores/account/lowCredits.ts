import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** The key in local storage; its value is the user who dismissed the warning. */
const dismissedKey = 'low-credits-dismissed';

/** The id of the user who dismissed the warning of a low balance on this device. */
export const $lowCreditsDismissed = atom(readStored(dismissedKey));

export function dismissLowCredits(userId: string): void {
  store(dismissedKey, userId);
  $lowCreditsDismissed.set(userId);
}

/** Forgets the dismissal when the balance is no longer low, so that the next low balance shows the warning again. */
export function forgetDismissedLowCredits(): void {
  if ($lowCreditsDismissed.get() === undefined) return;
  store(dismissedKey, undefined);
  $lowCreditsDismissed.set(undefined);
}
