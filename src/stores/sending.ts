import { $attachments } from '#stores/attachments.ts';
import { askDraft } from '#stores/chat.ts';
import { $connection, checkConnection } from '#stores/connection.ts';
import { atom } from 'nanostores';

/** Whether sending was tried without a connection: then it is offered, not done, when there is one again. */
export const $sendingWaits = atom(false);

/** Whether a file of the draft is still on its way, or did not arrive. */
export function hasUnfinishedFiles(): boolean {
  return $attachments.get().some(({ state }) => state !== 'ready');
}

/** Sends the draft. Without a connection it stays where it is. */
export function sendDraft(): void {
  if (hasUnfinishedFiles()) return;
  if ($connection.get() === 'online') sendNow();
  else void checkConnection().then((online) => (online ? sendNow() : $sendingWaits.set(true)));
}

/** The offer to send was declined. */
export function forgetSending(): void {
  $sendingWaits.set(false);
}

function sendNow(): void {
  $sendingWaits.set(false);
  askDraft();
}
