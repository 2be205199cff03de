import type { AnswerEnd } from '#contract/chat/chat.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { atom } from 'nanostores';

/** The end of a media job that the user has not seen, because the page was hidden. */
export const $unseenMediaEnd = atom<Message | undefined>(undefined);

/** Whether the user allows system notifications; `blocked` where the browser does not allow them. */
export const $systemNotifications = atom<'unknown' | 'off' | 'on' | 'blocked'>('unknown');

const storageKey = 'media-notifications';

type MediaEnd = {
  end: AnswerEnd;
  /** Whether its conversation is on the screen. */
  shown: boolean;
  /** The title of the conversation. */
  title: string;
};

/**
 * Notifies the user that files are ready or could not be made: by a toast if another conversation is on the screen, and
 * through `$unseenMediaEnd` if the page is hidden.
 */
export function notifyMediaEnd({ end, shown, title }: MediaEnd): void {
  const isReady = (end.media?.length ?? 0) > 0;
  const isStopped = end.reason === 'cancelled' || end.reason === 'stopped_before_output';
  if (isStopped) return;
  const text = message(isReady ? 'chat.media.readyNamed' : 'chat.media.failedNamed', { title });
  if (!shown) notifyMessage(isReady ? 'success' : 'warning', text);
  if (document.visibilityState === 'hidden') $unseenMediaEnd.set(text);
}

/** Updates `$systemNotifications` from the stored choice and the browser's permission. */
export function readSystemNotifications(): void {
  if (typeof Notification === 'undefined' || Notification.permission === 'denied') {
    $systemNotifications.set('blocked');
    return;
  }
  const isOn = Notification.permission === 'granted' && readStored(storageKey) === 'on';
  $systemNotifications.set(isOn ? 'on' : 'off');
}

/** Switches system notifications on or off. Call it in a click only, because the browser may ask for permission. */
export async function switchSystemNotifications(on: boolean): Promise<void> {
  store(storageKey, on ? 'on' : undefined);
  if (on && typeof Notification !== 'undefined' && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
  readSystemNotifications();
}

/** Shows a system notification if the user and the browser allow it. A click on it brings this tab to the front. */
export function showSystemNotification(text: string): void {
  readSystemNotifications();
  if ($systemNotifications.get() !== 'on') return;
  try {
    const shown = new Notification(text, { tag: 'media' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Browsers of phones allow system notifications to service workers only.
  }
}
