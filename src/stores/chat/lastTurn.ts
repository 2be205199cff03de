import { regenerate } from '#stores/chat/chat.ts';
import { editQuestion } from '#stores/chat/editing.ts';
import { $messages, type Answer, type Question } from '#stores/thread/thread.ts';
import { type ClipboardText, copyToClipboard } from '#stores/browser/clipboard.ts';
import { notify } from '#stores/browser/toasts.ts';

/** Returns the text of the newest answer of the branch on the screen; an empty one without an answer. */
export function lastAnswerText(): string {
  return lastAnswer()?.text ?? '';
}

/** Asks the last question again. Returns whether it was sent. */
export function regenerateLast(): boolean {
  const answer = lastAnswer();
  return answer !== undefined && regenerate(answer);
}

/** Begins to edit the last question. Returns whether there is one. */
export function editLastQuestion(): boolean {
  const question = $messages
    .get()
    .findLast((message): message is Question => message.role === 'user');
  if (question) editQuestion(question);
  return question !== undefined;
}

/** Copies a text and shows a notification: `successKey` is the key of its message when that worked. */
export async function copyText(text: string, successKey: string): Promise<void> {
  await copyFormatted({ text }, successKey);
}

/** The same for a text that also has a form with formatting. */
export async function copyFormatted(copied: ClipboardText, successKey: string): Promise<void> {
  if (await copyToClipboard(copied)) notify('success', successKey);
  else notify('error', 'chat.copyFailed');
}

function lastAnswer(): Answer | undefined {
  return $messages.get().findLast((message): message is Answer => message.role === 'assistant');
}
