import { type ClipboardText, copyToClipboard } from '#stores/browser/clipboard.ts';
import { notify } from '#stores/browser/toasts.ts';

/** Copies a text and shows a notification: `successKey` is the key of its message when that worked. */
export async function copyText(text: string, successKey: string): Promise<void> {
  await copyFormatted({ text }, successKey);
}

/** The same for a text that also has a form with formatting. */
export async function copyFormatted(copied: ClipboardText, successKey: string): Promise<void> {
  if (await copyToClipboard(copied)) notify('success', successKey);
  else notify('error', 'chat.copyFailed');
}
