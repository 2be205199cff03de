import { call } from '#contract/call.ts';
import { type SupportMessage, listSupportMessages } from '#contract/support/support.ts';
import { atom } from 'nanostores';

export type { SupportMessage } from '#contract/support/support.ts';

/** Messages of the user to the operator with their replies, newest first. Empty until they are loaded. */
export const $supportMessages = atom<readonly SupportMessage[]>([]);

/** Loads the messages. After a failure the list is empty: replies were also sent by mail. */
export async function loadSupportMessages(): Promise<void> {
  const { items } = await call(listSupportMessages, {}).catch(() => ({ items: [] }));
  $supportMessages.set(items);
}
