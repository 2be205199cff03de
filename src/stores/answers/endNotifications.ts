import type { AnswerEnd } from '#contract/chat/chat.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { message } from '#stores/browser/message.ts';
import { $unseenEnd } from '#stores/answers/unseenEnd.ts';
import { isPageHidden } from '#stores/conversations/activity.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { atom } from 'nanostores';

/** Whether the user allows system notifications; `blocked` where the browser does not allow them. */
export const $systemNotifications = atom<'unknown' | 'off' | 'on' | 'blocked'>('unknown');

const storageKey = 'media-notifications';

type AnswerEnding = {
  end: AnswerEnd;
  /** Whether a media model made it. */
  isMedia: boolean;
  /** Whether its conversation is on the screen. */
  shown: boolean;
  /** The title of the conversation. */
  title: string;
  /** Opens the conversation. */
  open: () => void;
};

/**
 * Notifies the user that an answer is ready or failed: through `$unseenEnd` if the page is hidden, and for files by a toast
 * if another conversation is on the screen. Other answers have their dot in the list of conversations.
 */
export function notifyEnd({ end, isMedia, shown, title, open }: AnswerEnding): void {
  const isStopped = end.state === 'stopped' || end.reason === 'cancelled';
  if (isStopped || end.reason === 'stopped_before_output') return;
  const isReady = isMedia ? (end.media?.length ?? 0) > 0 : end.state === 'finished';
  const text = message(isReady ? 'chat.media.readyNamed' : 'chat.media.failedNamed', { title });
  if (isMedia && !shown) {
    const action = { label: message('conversations.share.open'), run: open };
    notifyMessage(isReady ? 'success' : 'warning', text, action);
  }
  if (isPageHidden())
    $unseenEnd.set({ text, show: (shown) => showSystemNotification(shown, open) });
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

/** Shows a system notification if the user and the browser allow it. A click on it opens the answer in this tab. */
export function showSystemNotification(text: string, open: () => void): void {
  readSystemNotifications();
  if ($systemNotifications.get() !== 'on') return;
  try {
    const shown = new Notification(text, { tag: text });
    shown.addEventListener('click', () => {
      window.focus();
      open();
      shown.close();
    });
  } catch {
    // Browsers of phones allow system notifications to service workers only.
  }
}
