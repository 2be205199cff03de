import { $account, $user } from '#stores/account/user.ts';
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';

/**
 * The signed-in user as far as the page knows. While React takes over the page’s HTML, in which nobody is known, it is
 * the HTML’s state: news from another tab may arrive before.
 */
export function useUser(): StoreValue<typeof $user> {
  return useStore($user, { ssr: 'initial' });
}

/** The signed-in user, if there is one; nobody while React takes over the page’s HTML. */
export function useAccount(): StoreValue<typeof $account> {
  return useStore($account, { ssr: nobody });
}

const nobody = () => undefined;
