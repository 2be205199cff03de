import type { AnswerEnd } from '#contract/chat.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { atom } from 'nanostores';

/** The end of a media job that the user did not see; `undefined` while there is none. */
export const $mediaNews = atom<Message | undefined>(undefined);

/** Whether the user wants notifications of the system; `blocked` where the browser does not allow them. */
export const $systemNotifications = atom<'unknown' | 'off' | 'on' | 'blocked'>('unknown');

const storageKey = 'media-notifications';

type Ready = {
  end: AnswerEnd;
  /** Whether its conversation is on the screen. */
  shown: boolean;
  /** The question. */
  title: string;
};

/** Tells those who look elsewhere that something is ready or has failed: in the title, on the page, by the system. */
export function tellMediaEnd({ end, shown, title }: Ready): void {
  const isReady = (end.media?.length ?? 0) > 0;
  const isStopped = end.reason === 'cancelled' || end.reason === 'stopped_before_output';
  if (isStopped) return;
  const news = message(isReady ? 'chat.media.readyNamed' : 'chat.media.failedNamed', { title });
  if (!shown) notifyMessage(isReady ? 'success' : 'warning', news);
  if (document.visibilityState === 'hidden') $mediaNews.set(news);
}

/** Reads whether notifications of the system are wanted and allowed. */
export function readSystemNotifications(): void {
  if (typeof Notification === 'undefined' || Notification.permission === 'denied') {
    $systemNotifications.set('blocked');
    return;
  }
  const isOn = Notification.permission === 'granted' && readStored(storageKey) === 'on';
  $systemNotifications.set(isOn ? 'on' : 'off');
}

/** Switches notifications of the system on or off. The browser may ask: call it from a click only. */
export async function switchSystemNotifications(on: boolean): Promise<void> {
  store(storageKey, on ? 'on' : undefined);
  if (on && typeof Notification !== 'undefined' && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
  readSystemNotifications();
}

/** Shows a notification of the system where it is wanted and allowed. A click on it leads back to this tab. */
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
    // Browsers of phones allow it to service workers only.
  }
}
