import { $attachments } from '#stores/chat/attachments.ts';
import { askDraft } from '#stores/chat/chat.ts';
import { $connection, checkConnection } from '#stores/browser/connection.ts';
import { $draft } from '#stores/chat/drafts.ts';
import { atom, computed } from 'nanostores';

/** The draft that was to be sent without a connection; when there is one again it is offered, not done. */
const $refused = atom<string | undefined>(undefined);

/** Whether the draft in the message box waits for the connection. */
export const $waitsToSend = computed(
  [$refused, $draft, $attachments],
  (refused, { key, text }, files) =>
    refused !== undefined && refused === key && (text.trim() !== '' || files.length > 0),
);

/** Sends the draft, once all its files have arrived. Without a connection it stays where it is. */
export function sendDraft(): void {
  if ($attachments.get().some(({ state }) => state !== 'ready')) return;
  if ($connection.get() === 'online') sendNow();
  else void checkConnection().then((online) => (online ? sendNow() : noteRefusal()));
}

/** The offer to send was declined. */
export function forgetSending(): void {
  $refused.set(undefined);
}

function sendNow(): void {
  $refused.set(undefined);
  askDraft();
}

function noteRefusal(): void {
  $refused.set($draft.get().key);
}
