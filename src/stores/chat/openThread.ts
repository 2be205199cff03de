import { getConversation } from '#contract/conversations/conversations.ts';
import { CallError, call } from '#contract/call.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { messagesAtMost } from '#domain/chat/chat.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { refreshAccount } from '#stores/account/accountRefresh.ts';
import { untilBranchSaved, unsavedBranch } from '#stores/thread/branchChoice.ts';
import { endOfBranch, findMessage } from '#stores/thread/branches.ts';
import { mergeMessages } from '#stores/thread/mergeMessages.ts';
import { watchVotes } from '#stores/thread/newestVotes.ts';
import { correctTarget } from '#stores/conversations/conversationTarget.ts';
import { restoreMediaOptions } from '#stores/media/mediaOptions.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { toChatTarget } from '#stores/conversations/openConversation.ts';
import { openTemporaryId } from '#stores/conversations/temporary.ts';
import { chatTarget, followRunningAnswer, setChatTarget } from '#stores/answers/answerSession.ts';
import { isSameTarget } from '#stores/route/route.ts';
import { isMessageRequested, showRequestedMessage } from '#stores/chat/shownBranch.ts';
import { leaveShownAnswer, shownAnswer } from '#stores/thread/shownAnswer.ts';
import {
  $runningAnswer,
  $thread,
  type Thread,
  changeThread,
  currentThread,
  newThread,
  shownMessages,
  toThreadMessage,
} from '#stores/thread/thread.ts';

type Stored = ResponseOf<typeof getConversation>;

/** Messages that are loaded first: more than a screen shows, few enough to arrive quickly. */
const newestCount = 60;

/**
 * Opens a conversation, or an empty one. Does nothing if it is open already. Loads the newest messages of a long one;
 * `loadOlder` loads the others.
 */
export async function openThread(
  target: ChatTarget,
  conversationId: string | undefined,
): Promise<void> {
  const before = $thread.get();
  const lastTarget = chatTarget();
  const sameTarget = lastTarget !== undefined && isSameTarget(lastTarget, target);
  setChatTarget(target);
  if (conversationId !== undefined && conversationId === before.conversationId) {
    return keepTarget(conversationId);
  }
  if (sameTarget && conversationId === undefined && isUnnamed(before)) return;
  if (conversationId === undefined && continuesTemporary(target)) return;
  leaveShownAnswer();
  refreshAccount();
  if (conversationId === undefined) {
    restoreMediaOptions([]);
    $thread.set(newThread);
  } else await loadThread(conversationId);
}

/** Loads the open conversation again after a failure. */
export async function reloadThread(): Promise<void> {
  const { conversationId } = $thread.get();
  if (conversationId !== undefined) await loadThread(conversationId);
}

/**
 * Loads changes that other tabs or devices made to the open conversation: adds new messages and follows a running answer.
 * With `changedId`, only if that conversation is open. Without a connection nothing changes.
 */
export async function refreshThread(changedId?: string): Promise<void> {
  const { state, conversationId } = $thread.get();
  if (state !== 'open' || conversationId === undefined) return;
  if (changedId !== undefined && changedId !== conversationId) return;
  try {
    const stored = await loadChanges(conversationId);
    if (isWithoutId($runningAnswer.get()?.key)) return;
    if ($thread.get().conversationId === conversationId) merge(stored);
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    const isOpen = $thread.get().conversationId === conversationId;
    if (isOpen && isGone(error)) $thread.set({ state: 'missing', conversationId });
  }
}

/** Whether a message of this page has no id from the server yet, without which it would appear twice. */
function isWithoutId(key: string | undefined): boolean {
  const message = findMessage(currentThread()?.all ?? [], key ?? null);
  return message !== undefined && message.id === undefined;
}

async function loadThread(conversationId: string): Promise<void> {
  $thread.set({ state: 'loading', conversationId });
  const isCurrent = (): boolean => $thread.get().conversationId === conversationId;
  try {
    await untilBranchSaved();
    const chosen = unsavedBranch(conversationId);
    const stored = await loadEnd(conversationId, chosen);
    if (!isCurrent()) return;
    // Before anything is shown, because the address may name another model or GPT.
    const own = toChatTarget(stored.target);
    setChatTarget(correctTarget(conversationId, chatTarget() ?? own, own));
    const all = stored.messages.map(toThreadMessage);
    const leaf = stored.messages.find(({ id }) => id === chosen)?.id ?? stored.leaf_id;
    const leafKey = leaf === null ? null : endOfBranch(all, leaf);
    const messages = shownMessages(all, leafKey);
    restoreMediaOptions(messages.filter((message) => message.role === 'assistant'));
    const { title } = stored;
    const older = stored.has_older && all.length < messagesAtMost ? 'loading' : 'none';
    $thread.set({
      ...newThread,
      conversationId,
      target: own,
      title,
      all,
      older,
      leafKey,
      messages,
    });
    showRequestedMessage();
    followRunningAnswer();
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if (!isCurrent()) return;
    if (isGone(error)) $thread.set({ state: 'missing', conversationId });
    else $thread.set({ state: 'failed', conversationId, problem: errorMessage(error) });
  }
}

/** Loads the newest messages, or all where these lack the end of the shown branch or the requested message. */
async function loadEnd(id: string, chosen: string | undefined): Promise<Stored> {
  if (!isMessageRequested()) {
    const stored = await load(id, { newest: newestCount });
    const leaf = chosen ?? stored.leaf_id;
    if (!stored.has_older || leaf === null || stored.messages.some((one) => one.id === leaf))
      return stored;
  }
  return load(id, {});
}

/** Loads the newest messages, or all where some may be missing between these and the messages on the screen. */
async function loadChanges(id: string): Promise<Stored> {
  const stored = await load(id, { newest: newestCount });
  const [oldest] = stored.messages;
  const isKnown = currentThread()?.all.some((one) => one.id === oldest?.id);
  return isKnown || !stored.has_older ? stored : load(id, {});
}

async function load(id: string, query: { newest?: number }): Promise<Stored> {
  const withNewerVotes = watchVotes();
  const stored = await call(getConversation, { params: { id }, query });
  return { ...stored, messages: withNewerVotes(stored.messages) };
}

/** Adds new messages. If the conversation was continued elsewhere, shows the end of that branch. */
function merge(stored: Stored): void {
  const thread = currentThread();
  if (!thread) return;
  const all = mergeMessages(thread.all, stored.messages, shownAnswer()?.answerKey);
  const newest = stored.leaf_id ?? stored.messages.at(-1)?.id;
  const isNew = newest !== undefined && !thread.all.some(({ id }) => id === newest);
  const leaf = isNew ? all.find(({ id }) => id === newest)?.key : undefined;
  changeThread(({ leafKey, older }) => ({
    target: toChatTarget(stored.target),
    title: stored.title,
    all,
    older: stored.has_older ? older : 'none',
    leafKey: leaf ?? leafKey,
  }));
  keepTarget(stored.id);
  followRunningAnswer();
}

/** Corrects the target in the address, for example when another tab continued the conversation with another model. */
function keepTarget(conversationId: string): void {
  const own = currentThread()?.target;
  const named = chatTarget();
  if (own && named) setChatTarget(correctTarget(conversationId, named, own));
}

/** Whether the temporary conversation on the screen, which is not in the address, goes on with this model or GPT. */
function continuesTemporary(target: ChatTarget): boolean {
  const id = openTemporaryId();
  const own = currentThread()?.target;
  if (id === undefined || own === undefined) return id !== undefined;
  return isSameTarget(correctTarget(id, target, own), target);
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && ['unknown_conversation', 'not_found'].includes(error.code);
}

/** Whether a thread is a new conversation without an id yet. */
function isUnnamed(thread: Thread): boolean {
  return thread.state === 'open' && thread.conversationId === undefined;
}
