import { hasSignedOut } from '#stores/account/user.ts';
import { chatTarget } from '#stores/answers/answerSession.ts';
import { findLeftDraft, isTemporaryKey, tabKey } from '#stores/drafts/draftTabs.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { $draft, draftKey, saveDraft } from '#stores/drafts/drafts.ts';
import { moveQueue, openQueue, queuePrefix, returnToQueue } from '#stores/drafts/queue.ts';
import { shownAnswer } from '#stores/thread/shownAnswer.ts';
import {
  $runningAnswer,
  $thread,
  type Question,
  type Thread,
  type ThreadMessage,
  changeThread,
  isUnsent,
  newThread,
} from '#stores/thread/thread.ts';

/** The draft whose queue was looked for in closed tabs. */
let openKey: string | undefined;

/** The id of this tab. */
let tabId: string | undefined;

/**
 * Keeps unsent questions when their conversation is left or loaded again, and when the page is left: in the message box, or
 * in the queue if the box has another text. A question of the queue is stored nowhere else. Also shows
 * what other tabs change in the queue, and takes over that of a closed one. Returns an unsubscribe function.
 */
export function watchKeptQuestions(): () => void {
  const unlisten = $thread.listen((now, before) => {
    if (before && isReplaced(before, now)) keep(before, isUnsentQuestion);
  });
  const unsubscribe = $draft.subscribe(({ key }) => void adoptQueue(key));
  const onStorage = ({ key }: StorageEvent): void => {
    const open = $draft.get().key;
    if (open !== undefined && key === queuePrefix + open) openQueue(open);
  };
  addEventListener('storage', onStorage);
  const watching = new AbortController();
  // A browser may end a hidden page without another event.
  globalThis.document?.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? restoreTab() : takeTab()),
    { signal: watching.signal },
  );
  const onPageHide = (): void => {
    restoreTab();
    keep($thread.get(), mayBeLost);
    // Back may show this page again, with the question in the message box or the queue.
    changeThread(({ all }) => ({ all: all.filter((message) => !isUnsent(message)) }));
  };
  addEventListener('pagehide', onPageHide);
  return () => {
    unlisten();
    unsubscribe();
    watching.abort();
    removeEventListener('storage', onStorage);
    removeEventListener('pagehide', onPageHide);
  };
}

/**
 * Takes the id of this tab out of its storage while the page is visible: a duplicate of the tab gets a copy of the storage,
 * and must not write the same drafts.
 */
function takeTab(): void {
  tabId = readStored(tabKey, 'sessionStorage') ?? tabId;
  store(tabKey, undefined, 'sessionStorage');
}

function restoreTab(): void {
  if (tabId !== undefined) store(tabKey, tabId, 'sessionStorage');
}

/** Takes over the queue of the same new chat whose tab has been closed. */
async function adoptQueue(key: string | undefined): Promise<void> {
  if (key === undefined || key === openKey) return;
  openKey = key;
  takeTab();
  const left = await findLeftDraft(key, queuePrefix);
  if (left !== undefined && $draft.get().key === key) moveQueue(left, key);
}

/** Whether another thread was opened. The first answer of a new conversation gives the same one an id. */
function isReplaced(before: Thread, now: Thread): boolean {
  if (before.state !== 'open') return false;
  if (now.state !== 'open' || now === newThread) return true;
  return before.conversationId !== undefined && now.conversationId !== before.conversationId;
}

/** The last one comes first, because the queue is asked before the message box. */
function keep(thread: Thread, isKept: (message: ThreadMessage) => message is Question): void {
  // Nothing of a temporary chat is kept.
  if (thread.state !== 'open' || hasSignedOut() || isTemporaryKey($draft.get().key)) return;
  const { conversationId, all } = thread;
  for (const { text, attachments, delivery } of all.filter(isKept).toReversed()) {
    const target = delivery.state === 'unsent' ? delivery.target : chatTarget();
    if (!target) continue;
    const key = draftKey(target, conversationId);
    if (!saveDraft(key, { text, attachments })) returnToQueue(key, { text, attachments });
  }
}

function isUnsentQuestion(message: ThreadMessage): message is Question {
  return isUnsent(message);
}

/** Whether a question may not have arrived: an accepted one has an answer. */
function mayBeLost(message: ThreadMessage): message is Question {
  if (message.role !== 'user') return false;
  const isAsking = $runningAnswer.get()?.phase === 'asking' && !shownAnswer()?.answerId;
  return (isAsking && message.delivery.state === 'sending') || isUnsent(message);
}
