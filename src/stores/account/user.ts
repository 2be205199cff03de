import { type User, getAccount } from '#contract/account.ts';
import { call } from '#contract/call.ts';
import { signOut as signOutCall } from '#contract/login.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import {
  forgetSessionHint,
  hasSessionHint,
  isShownSignedIn,
  noteSessionEnded,
} from '#stores/account/hint.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { store } from '#stores/browser/storage.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { atom, computed } from 'nanostores';

export type UserState =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'user'; user: User }
  | { state: 'failed'; problem: Message };

export const $user = atom<UserState>({ state: 'loading' });

/** The signed-in user, if there is one. */
export const $account = computed($user, (state) =>
  state.state === 'user' ? state.user : undefined,
);

/** Credits that can be spent: 0 for anyone whose balance is missing. */
export const $credits = computed($account, (account) => account?.credit ?? 0);

/** The key in local storage that tells other tabs who is signed in; `elements/site.ts` listens to it, too. */
const accountKey = 'account';

// A tab shares news of the session with all others. Browsers report only a value that has changed.
globalThis.addEventListener?.('storage', ({ key, newValue }: StorageEvent) => {
  if (key !== accountKey) return;
  if (newValue !== null) void refreshUser();
  else if ($user.get().state === 'user') clearUser();
});

/** Changes of the balance that this page made itself so far. */
let balanceChanges = 0;

/** How often the server was asked who is signed in, and which of these times is shown. */
let asked = 0;
let shown = 0;

/**
 * Asks the server who is signed in. A user who is known already stays known while the server is away, and what
 * the next question, or what was asked for later, has overtaken is not shown.
 */
export async function refreshUser(): Promise<void> {
  const changesBefore = balanceChanges;
  asked += 1;
  const own = asked;
  try {
    const user = await call(getAccount, {});
    if (changesBefore !== balanceChanges || own < shown) return;
    shown = own;
    showUser(user);
  } catch (error) {
    if (isSignedOut(error)) {
      if (isShownSignedIn()) noteSessionEnded();
      return clearUser();
    }
    if ($user.get().state !== 'user') setUser({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Whether nobody is signed in, as far as this page can tell without asking. */
export function isVisitor(): boolean {
  const { state } = $user.get();
  if (state === 'loading') return globalThis.document !== undefined && !hasSessionHint();
  return state === 'visitor';
}

/** Ends the session and clears the user. Returns whether it ended; a failure is shown as a notification. */
export async function signOut(): Promise<boolean> {
  try {
    await call(signOutCall, { query: {} });
  } catch (error) {
    if (!isSignedOut(error)) {
      notifyMessage('error', errorMessage(error));
      return false;
    }
  }
  clearUser();
  countEvent('login', 'signed_out');
  return true;
}

/** Shows the account as the server has just returned it. */
export function showUser(user: User): void {
  store(accountKey, user.user_id);
  setUser({ state: 'user', user });
}

/** Forgets who was signed in. */
export function clearUser(): void {
  forgetSessionHint();
  store(accountKey, undefined);
  setUser({ state: 'visitor' });
}

/** Shows a hold, its settlement or release at once, before the server is asked again. */
export function changeBalance(credit: number, held: number): void {
  const state = $user.get();
  if (state.state !== 'user') return;
  const { user } = state;
  balanceChanges += 1;
  setUser({
    state: 'user',
    user: {
      ...user,
      credit: Math.max(0, user.credit + credit),
      held: Math.max(0, user.held + held),
    },
  });
}

/** The class by which the top bar chooses between Sign and the avatar; set before paint from the hint cookie. */
function setUser(state: UserState): void {
  const signedIn = state.state === 'user' || (state.state === 'failed' && hasSessionHint());
  // First, because those who listen ask for it.
  globalThis.document?.documentElement.classList.toggle('signed-in', signedIn);
  $user.set(state);
}
