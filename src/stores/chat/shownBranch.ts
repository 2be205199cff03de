import { saveBranch } from '#stores/thread/branchChoice.ts';
import { endOfBranch, findMessage } from '#stores/thread/branches.ts';
import { followRunningAnswer } from '#stores/answers/answerSession.ts';
import { messageAnchor } from '#stores/thread/messageRows.ts';
import { changeThread, currentThread } from '#stores/thread/thread.ts';
import { atom } from 'nanostores';

/**
 * The message to scroll to, for example one that was found. `count` grows, so that the same one can be set again.
 * `isQuiet`: the message is neither marked nor focused.
 */
export const $scrollTarget = atom<{ key: string; count: number; isQuiet?: boolean } | undefined>(
  undefined,
);

/** A message to show once its conversation is open. */
let requestedId: string | undefined;
let scrollCount = 0;

/** Shows the branch that goes through a message, to its newest end, and saves the choice at the server. */
export function showBranch(key: string): void {
  const thread = currentThread();
  if (!thread) return;
  const leafKey = endOfBranch(thread.all, key);
  changeThread(() => ({ leafKey }));
  const leafId = findMessage(thread.all, leafKey)?.id;
  const { conversationId } = thread;
  if (conversationId !== undefined && leafId !== undefined) saveBranch(conversationId, leafId);
  followRunningAnswer();
}

/** Scrolls to a message of any branch, or remembers it until its conversation is open. */
export function showMessage(id: string): void {
  const thread = currentThread();
  const message = thread?.all.find((one) => one.id === id);
  if (!thread || !message) {
    requestedId = id;
    return;
  }
  requestedId = undefined;
  if (!thread.messages.includes(message)) showBranch(message.key);
  scrollCount += 1;
  $scrollTarget.set({ key: message.key, count: scrollCount });
}

/** Scrolls to a message of the shown branch in which a text was found, so that it is drawn. */
export function scrollToFound(key: string): void {
  scrollCount += 1;
  $scrollTarget.set({ key, count: scrollCount, isQuiet: true });
}

/** Whether a message is to be shown once its conversation is open. */
export function isMessageRequested(): boolean {
  return requestedId !== undefined || messageInAddress() !== undefined;
}

/** Shows the message that was requested before its conversation was open, or that the address names. */
export function showRequestedMessage(): void {
  const id = requestedId ?? messageInAddress();
  if (id !== undefined) showMessage(id);
  requestedId = undefined;
}

function messageInAddress(): string | undefined {
  const hash = globalThis.location?.hash.slice(1) ?? '';
  return hash.startsWith(messageAnchor) ? hash.slice(messageAnchor.length) : undefined;
}
