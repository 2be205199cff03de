import { $attachments } from '#stores/drafts/attachments.ts';
import { askDraft } from '#stores/chat/chat.ts';
import { queueDraft } from '#stores/chat/sendQueue.ts';
import { $isIdle } from '#stores/thread/thread.ts';
import { $connection, checkConnection } from '#stores/browser/connection.ts';
import { $draft } from '#stores/drafts/drafts.ts';
import { atom, computed } from 'nanostores';

/** The key of a draft that could not be sent without a connection. The page offers to send it when there is one. */
const $waitingKey = atom<string | undefined>(undefined);

/** Whether the draft in the message box waits for the connection. */
export const $waitsToSend = computed(
  [$waitingKey, $draft, $attachments],
  (waitingKey, { key, text }, files) =>
    waitingKey !== undefined && waitingKey === key && (text.trim() !== '' || files.length > 0),
);

/**
 * Sends the draft, if all its files are uploaded. While an answer runs it joins the queue. Without a connection it stays
 * in the message box and waits, also if another draft is opened while the connection is checked.
 */
export function sendDraft(): void {
  if ($attachments.get().some(({ state }) => state !== 'ready')) return;
  if (!$isIdle.get()) return queueDraft();
  if ($connection.get() === 'online') return sendNow();
  const { key } = $draft.get();
  void checkConnection().then((online) =>
    online && $draft.get().key === key ? sendNow() : $waitingKey.set(key),
  );
}

/** Withdraws the offer to send the draft. */
export function forgetSending(): void {
  $waitingKey.set(undefined);
}

function sendNow(): void {
  forgetSending();
  askDraft();
}
