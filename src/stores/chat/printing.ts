import { loadOlder } from '#stores/chat/olderMessages.ts';
import { notify } from '#stores/browser/toasts.ts';
import { $thread, type Thread, currentThread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/** Whether all messages of the conversation are drawn, to be printed. */
export const $isPrinting = atom(false);

/** Formulas and colours of code are drawn after the texts, some of them when their code has been fetched. */
const drawingMilliseconds = 500;

/** Prints the whole conversation: loads and draws all its messages first. */
export async function printConversation(): Promise<void> {
  if (!(await isWhole())) return notify('error', 'chat.failed.title');
  $isPrinting.set(true);
  await new Promise((resolve) => setTimeout(resolve, drawingMilliseconds));
  globalThis.print();
}

/** Waits for the older messages, which a long conversation loads when it is opened. Returns whether they have come. */
async function isWhole(): Promise<boolean> {
  if (currentThread()?.older === 'failed') await loadOlder();
  return new Promise((resolve) => {
    const unfollow = $thread.listen(check);
    check($thread.get());

    function check(thread: Thread): void {
      if (thread.state === 'open' && thread.older === 'loading') return;
      unfollow();
      resolve(thread.state === 'open' && thread.older === 'none');
    }
  });
}

/** Draws all messages while the browser prints, also by its own menu. Returns an unsubscribe function. */
export function watchPrinting(): () => void {
  const begin = (): void => $isPrinting.set(true);
  const end = (): void => $isPrinting.set(false);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
