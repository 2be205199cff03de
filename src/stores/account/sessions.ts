import { call } from '#contract/call.ts';
import {
  type AccountSession,
  endOtherSessions,
  endSession as endSessionCall,
  listSessions,
} from '#contract/login/sessions.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { signOut } from '#stores/account/user.ts';
import { atom } from 'nanostores';

export type { AccountSession } from '#contract/login/sessions.ts';

export type Sessions =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | {
      state: 'ready';
      items: readonly AccountSession[];
      /** The id of the session that is being ended; `others` for all others. */
      ending: string | undefined;
      /** Why the last one could not be ended. */
      problem: Message | undefined;
    };

/** The user's sessions, that of this browser first. */
export const $sessions = atom<Sessions>({ state: 'loading' });

export async function loadSessions(): Promise<void> {
  try {
    const { items } = await call(listSessions, {});
    show(items);
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    $sessions.set({ state: 'failed', problem: errorMessage(error) });
  }
}

/** Ends another session, and removes it from the list after the server has ended it. Returns whether that succeeded. */
export function endSession(id: string): Promise<boolean> {
  return change(id, async (items) => {
    await call(endSessionCall, { params: { id } });
    return items.filter((item) => item.id !== id);
  });
}

/** Ends all sessions except that of this browser. Returns whether that succeeded. */
export function endOthers(): Promise<boolean> {
  return change('others', async (items) => {
    await call(endOtherSessions, {});
    return items.filter(({ current }) => current);
  });
}

/** Ends all sessions, that of this browser last. Returns whether that succeeded. */
export async function signOutEverywhere(): Promise<boolean> {
  return (await endOthers()) && signOut();
}

async function change(
  ending: string,
  end: (items: readonly AccountSession[]) => Promise<readonly AccountSession[]>,
): Promise<boolean> {
  const state = $sessions.get();
  if (state.state !== 'ready' || state.ending !== undefined) return false;
  $sessions.set({ ...state, ending, problem: undefined });
  try {
    show(await end(state.items));
    return true;
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    $sessions.set({ ...state, ending: undefined, problem: errorMessage(error) });
    return false;
  }
}

function show(items: readonly AccountSession[]): void {
  $sessions.set({ state: 'ready', items, ending: undefined, problem: undefined });
}
