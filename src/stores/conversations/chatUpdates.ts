import { refreshAccount } from '#stores/account/accountRefresh.ts';
import { markUnlisted } from '#stores/conversations/activity.ts';
import {
  $conversations,
  findConversation,
  loadConversations,
} from '#stores/conversations/conversations.ts';
import { leaveConversation } from '#stores/conversations/openConversation.ts';
import { $route } from '#stores/route/route.ts';
import { listenToOtherTabs, type TabMessage } from '#stores/browser/tabs.ts';
import { moveDraftToNewChat } from '#stores/drafts/drafts.ts';
import { changeThread, currentThread } from '#stores/thread/thread.ts';
import { notify } from '#stores/browser/toasts.ts';

/** Debounces the messages of several changes. */
const pauseMilliseconds = 300;

/** The list is loaded again when the page becomes visible and the list is older than this. */
const oldMilliseconds = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let lastLoad = Date.now();
/** Whether another tab changed something while this one was hidden. */
let isStale = false;
/** Runs after the next load. */
let loadOthers: (() => Promise<void>) | undefined;

/**
 * Keeps the list and the title of the open conversation up to date with other tabs and devices: at once after a message
 * of another tab, else when the page becomes visible. Returns an unsubscribe function.
 */
export function watchConversations(): () => void {
  const unlisten = listenToOtherTabs(onTabMessage);
  const unsubscribe = $conversations.listen(renameThread);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    unlisten();
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

function onTabMessage(message: TabMessage): void {
  if ('changed' in message && message.changed === 'balance') {
    // A hidden tab refreshes the balance when it becomes visible.
    if (document.visibilityState === 'visible') refreshAccount();
    return;
  }
  if ('deleted' in message) leaveIfDeleted(message.deleted);
  isStale = true;
  if (document.visibilityState === 'visible') loadSoon();
}

function onVisibilityChange(): void {
  const isOld = Date.now() - lastLoad > oldMilliseconds;
  if (document.visibilityState === 'visible' && (isStale || isOld)) loadSoon();
}

/** Loads the list soon, once for several changes. `others` then loads what is not on its first page. */
export function loadSoon(others?: () => Promise<void>): void {
  loadOthers = others ?? loadOthers;
  clearTimeout(timer);
  timer = setTimeout(() => {
    isStale = false;
    lastLoad = Date.now();
    const next = loadOthers;
    loadOthers = undefined;
    void loadConversations().then(next);
  }, pauseMilliseconds);
}

/**
 * Ends the dots of conversations that were deleted elsewhere. Leaves the one on the screen if it is among them, with what
 * was typed in it.
 */
export function leaveIfDeleted(deleted: readonly string[] | 'all'): void {
  markUnlisted(deleted);
  const route = $route.get();
  if (route?.screen !== 'chat') return;
  const id = route.conversationId;
  if (id === undefined) return;
  if (deleted !== 'all' && !deleted.includes(id)) return;
  moveDraftToNewChat(id, route.target);
  leaveConversation();
  notify('info', 'conversations.deletedElsewhere');
}

function renameThread(): void {
  const thread = currentThread();
  if (thread?.conversationId === undefined) return;
  const title = findConversation(thread.conversationId)?.title;
  if (title !== undefined && title !== thread.title) changeThread(() => ({ title }));
}
