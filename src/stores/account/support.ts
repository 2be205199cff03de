import { call } from '#contract/call.ts';
import { type SupportMessage, listSupportMessages } from '#contract/support.ts';
import { atom } from 'nanostores';

export type { SupportMessage } from '#contract/support.ts';

/** Messages of the user to the operator, newest first. Empty until they are loaded. */
export const $supportMessages = atom<readonly SupportMessage[]>([]);

/** Loads the messages. Where they cannot be loaded, the page is without them: each was answered by mail as well. */
export async function loadSupportMessages(): Promise<void> {
  try {
    const { items } = await call(listSupportMessages, {});
    $supportMessages.set(items);
  } catch {
    $supportMessages.set([]);
  }
}
