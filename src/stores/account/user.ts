import { type User, getAccount } from '#contract/account/account.ts';
import { call } from '#contract/call.ts';
import { signOut as signOutCall } from '#contract/login/login.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import {
  forgetSessionHint,
  hasSessionHint,
  isShownSignedIn,
  noteSessionEnded,
} from '#stores/browser/sessionHint.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { forgetPersonal, isPersonalKept, keepPersonalFor, store } from '#stores/browser/storage.ts';
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

/** Credits that can be spent; 0 while no balance is known. */
export const $credits = computed($account, (account) => account?.credit ?? 0);

/** Key in local storage of the signed-in user, for other tabs. `elements/site.ts` listens to it, too. */
const accountKey = 'account';

// Follows sign-ins and sign-outs of other tabs. Browsers fire this event only for changed values.
globalThis.addEventListener?.('storage', ({ key, newValue }: StorageEvent) => {
  if (key !== accountKey) return;
  if (newValue !== null) void refreshUser();
  else if ($user.get().state !== 'visitor') {
    if (!isPersonalKept()) signedOut = true;
    clearUser();
  }
});

/** Whether the user signed out, here or in another tab. A session that ended by itself is not a sign-out. */
let signedOut = false;

/** Whether texts that are not stored yet must be dropped, because their user signed out. */
export function hasSignedOut(): boolean {
  return signedOut;
}

/** Counts changes of the balance that this page made itself. */
let balanceChanges = 0;

/** The numbers of the last request of the account, and of the newest one whose response is shown. */
let lastRequest = 0;
let shownRequest = 0;

/**
 * Loads the signed-in user. A known user stays while the server is away. A response is ignored if this page changed the
 * balance or forgot the user meanwhile, or if a newer response came first: then a refusal is ignored too.
 */
export async function refreshUser(): Promise<void> {
  const changesBefore = balanceChanges;
  lastRequest += 1;
  const own = lastRequest;
  try {
    const user = await call(getAccount, {});
    if (changesBefore !== balanceChanges || own < shownRequest) return;
    shownRequest = own;
    showUser(user);
  } catch (error) {
    if (isSignedOut(error)) {
      if (own < shownRequest) return;
      if (isShownSignedIn()) noteSessionEnded();
      return clearUser();
    }
    if ($user.get().state !== 'user') setUser({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Whether no user is signed in, as far as is known without a request. */
export function isVisitor(): boolean {
  const { state } = $user.get();
  if (state === 'loading') return globalThis.document !== undefined && !hasSessionHint();
  return state === 'visitor';
}

/** Ends the session and forgets the user. Returns whether that succeeded; a failure shows a notification. */
export async function signOut(): Promise<boolean> {
  try {
    await call(signOutCall, { query: {} });
  } catch (error) {
    if (!isSignedOut(error)) {
      notifyMessage('error', errorMessage(error));
      return false;
    }
  }
  signedOut = true;
  forgetPersonal();
  clearUser();
  countEvent('login', 'signed_out');
  return true;
}

/** Shows the account that the server has just returned. */
export function showUser(user: User): void {
  signedOut = false;
  keepPersonalFor(user.user_id);
  const shown = $account.get()?.user_id;
  // First, because stores forget the data of a user who is gone.
  if (shown !== undefined && shown !== user.user_id) setUser({ state: 'visitor' });
  store(accountKey, user.user_id);
  setUser({ state: 'user', user });
}

/** Forgets the user, after the session has ended. Responses to requests from before are ignored. */
export function clearUser(): void {
  shownRequest = lastRequest + 1;
  forgetSessionHint();
  store(accountKey, undefined);
  setUser({ state: 'visitor' });
}

/** Adds to the balance and the held credits, for a hold, its settlement or release, before the account is loaded. */
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

/** Sets `$user` and the class that shows Sign or the avatar in the top bar. The page sets it before the first paint. */
function setUser(state: UserState): void {
  const signedIn = state.state === 'user' || (state.state === 'failed' && hasSessionHint());
  // First, because listeners of `$user` read the class.
  const root = globalThis.document?.documentElement;
  root?.classList.toggle('signed-in', signedIn);
  // Kept after a sign-out: the page may still have data of that user (`layouts/site/BeforePaint.astro`).
  if (root && state.state === 'user') root.dataset['user'] = state.user.user_id;
  $user.set(state);
}
