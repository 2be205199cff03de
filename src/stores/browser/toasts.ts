import { type Message, message } from '#stores/browser/message.ts';
import { wake } from '#stores/browser/wake.ts';
import { atom } from 'nanostores';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

/** The action that the notification offers as a button. */
export type ToastAction = { label: Message; run: () => void };

/** The edges of an element in the window. */
export type Box = Pick<DOMRect, 'top' | 'bottom' | 'right'>;

export type Toast = {
  id: number;
  kind: ToastKind;
  message: Message;
  action?: ToastAction;
  /** The control that was pressed last. A notification that stays long must not cover it. */
  pressed?: Box | undefined;
};

/** Notifications that are not on the screen yet, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;
let pressed: Box | undefined;

globalThis.addEventListener?.(
  'click',
  ({ target }) => {
    const control = target instanceof Element ? target.closest('button, a, input, summary') : null;
    pressed = control?.getBoundingClientRect();
  },
  { capture: true, passive: true },
);

/** Queues a notification and wakes the island that shows it. */
export function notify(kind: ToastKind, key: string, values: Message['values'] = {}): void {
  notifyMessage(kind, message(key, values));
}

/** Queues a notification with a given message, and with a button for `action`. */
export function notifyMessage(kind: ToastKind, text: Message, action?: ToastAction): void {
  lastId += 1;
  const toast = { id: lastId, kind, message: text, ...(action && { action, pressed }) };
  $toasts.set([...$toasts.get(), toast]);
  wake('toasts');
}

/** Removes all notifications from the queue and returns them. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}
