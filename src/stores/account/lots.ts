import { call } from '#contract/call.ts';
import { type CreditLot, listLots } from '#contract/credits/credits.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { $credits } from '#stores/account/user.ts';
import { atom } from 'nanostores';

export type { CreditLot } from '#contract/credits/credits.ts';

export type LotsState =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'shown'; items: readonly CreditLot[]; more: number };

/** The user's credits by origin, in the order in which they are spent. */
export const $lots = atom<LotsState>({ state: 'loading' });

/** Loads the lots now and after each change of the balance. Returns an unsubscribe function. */
export function watchLots(): () => void {
  return $credits.subscribe(() => void loadLots());
}

async function loadLots(): Promise<void> {
  try {
    $lots.set({ state: 'shown', ...(await call(listLots, {})) });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    $lots.set({ state: 'failed', problem: errorMessage(error) });
  }
}
