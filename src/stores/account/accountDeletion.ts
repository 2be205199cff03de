import {
  exportAccount,
  getDeletion,
  keepAccount,
  requestDeletion,
} from '#contract/account/accountData.ts';
import { call } from '#contract/call.ts';
import { type ResponseOf, endpointUrl } from '#contract/endpoint.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

type DeletionResponse = ResponseOf<typeof getDeletion>;

export type Deletion = {
  state: 'loading' | 'ready' | 'sending';
  /** When the account will be deleted; `null` if no deletion is planned. */
  due: string | null;
  /** The plan that renews itself; `null` without one. */
  plan: DeletionResponse['plan'];
  /** Whether a planned deletion was cancelled on this page. */
  isKept: boolean;
  problem: Message | undefined;
};

/** The planned deletion of the account. */
export const $deletion = atom<Deletion>({
  state: 'loading',
  due: null,
  plan: null,
  isKept: false,
  problem: undefined,
});

/** The address from which the archive of all data is downloaded. */
export const archiveAddress = endpointUrl(exportAccount, {});

export function loadDeletion(): Promise<void> {
  return update(() => call(getDeletion, {}), false);
}

/** Requests the deletion; `confirm` is the text that the user typed to confirm it. */
export function deleteAccount(confirm: string): Promise<void> {
  return update(() => call(requestDeletion, { body: { confirm } }), false);
}

export function keepOwnAccount(): Promise<void> {
  return update(() => call(keepAccount, {}), true);
}

async function update(send: () => Promise<DeletionResponse>, isKept: boolean): Promise<void> {
  const before = $deletion.get();
  if (before.state === 'sending') return;
  $deletion.set({ ...before, state: 'sending', problem: undefined });
  try {
    const { due, plan } = await send();
    $deletion.set({ state: 'ready', due, plan, isKept, problem: undefined });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    $deletion.set({ ...before, state: 'ready', problem: errorMessage(error) });
  }
}
