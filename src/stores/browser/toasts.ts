import { type Message, message } from '#stores/browser/message.ts';
import { wake } from '#stores/browser/wake.ts';
import { atom } from 'nanostores';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** The action that the notification offers as a button. */
export type ToastAction = { label: Message; run: () => void };

export type Toast = { id: number; kind: ToastKind; message: Message; action?: ToastAction };

/** Notifications that are not on the screen yet, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Queues a notification and wakes the island that shows it. */
export function notify(kind: ToastKind, key: string, values: Message['values'] = {}): void {
  notifyMessage(kind, message(key, values));
}

/** Queues a notification with a given message, and with a button for `action`. */
export function notifyMessage(kind: ToastKind, text: Message, action?: ToastAction): void {
  lastId += 1;
  const toast = { id: lastId, kind, message: text, ...(action && { action }) };
  $toasts.set([...$toasts.get(), toast]);
  wake('toasts');
}

/** Removes all notifications from the queue and returns them. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}
