import { refreshAccount } from '#stores/account/accountWatch.ts';
import {
  $conversations,
  findConversation,
  loadConversations,
} from '#stores/conversations/conversations.ts';
import { isShown, leaveConversation } from '#stores/conversations/openConversation.ts';
import { $route } from '#stores/chat/route.ts';
import { hearOtherTabs, type TabNews } from '#stores/browser/tabs.ts';
import { $thread, changeThread } from '#stores/thread/thread.ts';
import { notify } from '#stores/browser/toasts.ts';

/** News of several changes come as one. */
const pauseMilliseconds = 300;

/** Changes by other devices are asked for when the user comes back to the page after this time. */
const oldMilliseconds = 30_000;

let waiting: ReturnType<typeof setTimeout> | undefined;
let lastLoad = Date.now();
/** Whether other tabs changed something while nobody looked at this one. */
let isStale = false;

/**
 * Keeps the list and the title of the open conversation as other tabs and devices have them: at once where a tab of
 * this browser tells, else when the page is looked at again. Returns an unsubscribe function.
 */
export function followConversations(): () => void {
  const unhear = hearOtherTabs(hear);
  const unsubscribe = $conversations.listen(renameThread);
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    unhear();
    unsubscribe();
    clearTimeout(waiting);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

function hear(news: TabNews): void {
  if ('changed' in news && news.changed === 'balance') {
    // A tab that nobody looks at asks when somebody does again.
    if (document.visibilityState === 'visible') refreshAccount();
    return;
  }
  if ('deleted' in news) leaveWhereDeleted(news.deleted);
  isStale = true;
  if (document.visibilityState === 'visible') loadSoon();
}

function lookAgain(): void {
  const isOld = Date.now() - lastLoad > oldMilliseconds;
  if (document.visibilityState === 'visible' && (isStale || isOld)) loadSoon();
}

function loadSoon(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    isStale = false;
    lastLoad = Date.now();
    void loadConversations();
  }, pauseMilliseconds);
}

function leaveWhereDeleted(deleted: readonly string[] | 'all'): void {
  const route = $route.get();
  const id = route?.screen === 'chat' ? route.conversationId : undefined;
  if (id === undefined || !isShown(id)) return;
  if (deleted !== 'all' && !deleted.includes(id)) return;
  leaveConversation();
  notify('info', 'conversations.deletedElsewhere');
}

function renameThread(): void {
  const thread = $thread.get();
  if (thread.state !== 'open' || thread.conversationId === undefined) return;
  const title = findConversation(thread.conversationId)?.title;
  if (title !== undefined && title !== thread.title) changeThread(() => ({ title }));
}
