import { $account, $user } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';

/**
 * Returns the known data of the signed-in user. During hydration it is the initial state, as in the page's HTML,
 * even if another tab has already sent the current user.
 */
export function useUser(): StoreValue<typeof $user> {
  return useStore($user, { ssr: 'initial' });
}

/** Returns the signed-in user, or `undefined` for a visitor and during hydration. */
export function useAccount(): StoreValue<typeof $account> {
  return useStore($account, { ssr: noAccount });
}

const noAccount = () => undefined;
