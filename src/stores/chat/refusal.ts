import { errorMessage, isOwnLimit, message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

/** Shows why a question was refused. One that would pass the user's own limit can be asked all the same. */
export function notifyRefusal(error: unknown, askBeyond: () => boolean): void {
  const problem = errorMessage(error);
  const action = { label: message('chat.askAnyway'), run: (): void => void askBeyond() };
  notifyMessage('error', problem, isOwnLimit(problem) ? action : undefined);
}
