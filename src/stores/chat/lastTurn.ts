import { regenerate } from '#stores/chat/chat.ts';
import { editQuestion } from '#stores/chat/editing.ts';
import { $messages, type Answer, type Question } from '#stores/thread/thread.ts';
import { notify } from '#stores/browser/toasts.ts';

/** Copies the newest answer of the branch on the screen, as Markdown. Does nothing without one. */
export async function copyLastAnswer(): Promise<void> {
  const answer = lastAnswer();
  if (answer && answer.text !== '') await copyText(answer.text, 'chat.copied');
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
  try {
    await navigator.clipboard.writeText(text);
    notify('success', successKey);
  } catch {
    notify('error', 'chat.copyFailed');
  }
}

function lastAnswer(): Answer | undefined {
  return $messages.get().findLast((message): message is Answer => message.role === 'assistant');
}
