import { exportAccount, getDeletion, keepAccount, requestDeletion } from '#contract/accountData.ts';
import { call } from '#contract/call.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type Deletion = {
  state: 'loading' | 'ready' | 'sending';
  /** When the account is deleted; `null` where it is not to be. */
  due: string | null;
  /** Whether it was kept on this page. */
  isKept: boolean;
  problem: Message | undefined;
};

/** Whether the account is to be deleted. */
export const $deletion = atom<Deletion>({
  state: 'loading',
  due: null,
  isKept: false,
  problem: undefined,
});

/** The address of the archive of all data. */
export const archiveAddress = endpointUrl(exportAccount, {});

export function loadDeletion(): Promise<void> {
  return ask(() => call(getDeletion, {}), false);
}

/** Asks for the deletion; `confirm` is what was typed. */
export function deleteAccount(confirm: string): Promise<void> {
  return ask(() => call(requestDeletion, { body: { confirm } }), false);
}

export function keepOwnAccount(): Promise<void> {
  return ask(() => call(keepAccount, {}), true);
}

async function ask(send: () => Promise<{ due: string | null }>, isKept: boolean): Promise<void> {
  const before = $deletion.get();
  if (before.state === 'sending') return;
  $deletion.set({ ...before, state: 'sending', problem: undefined });
  try {
    const { due } = await send();
    $deletion.set({ state: 'ready', due, isKept, problem: undefined });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    $deletion.set({ ...before, state: 'ready', problem: errorMessage(error) });
  }
}
