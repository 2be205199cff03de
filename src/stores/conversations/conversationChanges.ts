import { call } from '#contract/call.ts';
import {
  changeConversation,
  deleteConversation as deleteCall,
  deleteConversations,
  restoreConversations,
} from '#contract/conversations/conversations.ts';
import { titleMaxCharacters } from '#domain/chat/chat.ts';
import {
  type ConversationCard,
  findConversation,
  loadConversations,
} from '#stores/conversations/conversations.ts';
import {
  forgetConversations,
  hideConversation,
  endPendingChange,
  showChange,
  showConversation,
} from '#stores/conversations/listChanges.ts';
import { notifyFailure } from '#stores/browser/failure.ts';
import { type Message, message } from '#stores/browser/message.ts';
import { leaveConversation, reopenConversation } from '#stores/conversations/openConversation.ts';
import { isShown } from '#stores/route/route.ts';
import { changeThread } from '#stores/thread/thread.ts';
import { closeThread } from '#stores/thread/shownAnswer.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';

type Change = { title?: string; pinned?: boolean };

/** By conversation: the last call of its queue, so that the last change wins, and the card that the server confirmed. */
const queues = new Map<string, { last: Promise<void>; confirmed: ConversationCard }>();

/** Renames a conversation, and shows the title before the server has confirmed it. An empty title changes nothing. */
export async function renameConversation(id: string, typed: string): Promise<void> {
  const title = [...typed.trim()].slice(0, titleMaxCharacters).join('').trim();
  if (title === '' || title === findConversation(id)?.title) return;
  await changeCard(id, { title });
}

/** Pins a conversation to the top of the list, or unpins it. */
export async function pinConversation(id: string, pinned: boolean): Promise<void> {
  await changeCard(id, { pinned });
}

/**
 * Deletes a conversation and offers to undo it. Removes it from the screen before the server has confirmed; after a
 * failure the conversation reappears, with a notification. If it was open, a new one with the same model or GPT begins.
 */
export async function deleteConversation(card: ConversationCard): Promise<void> {
  const wasShown = isShown(card.id);
  hideConversation(card.id);
  if (wasShown) leaveConversation();
  else closeThread(card.id);
  try {
    const { deleted } = await call(deleteCall, { params: { id: card.id } });
    sendToOtherTabs({ deleted: [card.id] });
    offerUndo(message('conversations.deleted', { title: card.title }), deleted, () => {
      if (wasShown) reopenConversation(card);
    });
  } catch (error) {
    showConversation(card);
    if (wasShown) reopenConversation(card);
    notifyFailure(error);
  } finally {
    endPendingChange(card.id);
  }
}

/** Deletes every conversation and offers to undo it. Returns whether that succeeded. */
export async function deleteAllConversations(): Promise<boolean> {
  try {
    const { deleted, count } = await call(deleteConversations, {});
    forgetConversations();
    closeThread();
    sendToOtherTabs({ deleted: 'all' });
    offerUndo(message('conversations.allDeleted', { count }), deleted, () => undefined);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

/**
 * Puts a conversation out of the list and offers to undo it. If it was open, a new one with the same model or GPT
 * begins. After a failure it reappears, with a notification.
 */
export async function archiveConversation(card: ConversationCard): Promise<void> {
  const wasShown = isShown(card.id);
  const reopen = (): void => {
    if (wasShown) reopenConversation(card);
  };
  hideConversation(card.id);
  if (wasShown) leaveConversation();
  try {
    await setArchived(card.id, true);
    notifyMessage('success', message('conversations.archived', { title: card.title }), {
      label: message('conversations.undo'),
      run: () => void unarchiveConversation(card.id).then((isDone) => isDone && reopen()),
    });
  } catch (error) {
    showConversation(card);
    reopen();
    notifyFailure(error);
  } finally {
    endPendingChange(card.id);
  }
}

/** Puts an archived conversation back into the list. Returns whether that succeeded. */
export async function unarchiveConversation(id: string): Promise<boolean> {
  try {
    await setArchived(id, false);
    await loadConversations();
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

async function setArchived(id: string, archived: boolean): Promise<void> {
  await call(changeConversation, { params: { id }, body: { archived } });
  sendToOtherTabs({ changed: 'conversations' });
}

async function changeCard(id: string, change: Change): Promise<void> {
  const shown = findConversation(id);
  if (!shown) {
    // The list has not loaded the open conversation.
    const stored = await sendChange(id, change);
    if (stored && isShown(id)) changeThread(() => ({ title: stored.title }));
    return;
  }
  const queue = queues.get(id) ?? { last: Promise.resolve(), confirmed: shown };
  showChange(id, change);
  const own = queue.last.then(async () => void (await sendChange(id, change)));
  queue.last = own;
  queues.set(id, queue);
  await own;
  if (queue.last !== own) return;
  queues.delete(id);
  endPendingChange(id);
  if (findConversation(id)) showConversation(queue.confirmed);
}

async function sendChange(id: string, change: Change): Promise<ConversationCard | undefined> {
  const queue = queues.get(id);
  try {
    const stored = await call(changeConversation, { params: { id }, body: change });
    if (queue) queue.confirmed = stored;
    sendToOtherTabs({ changed: 'conversations' });
    return stored;
  } catch (error) {
    notifyFailure(error);
    return undefined;
  }
}

function offerUndo(text: Message, deleted: string, onRestored: () => void): void {
  const run = (): void => void restore(deleted, onRestored);
  notifyMessage('success', text, { label: message('conversations.undo'), run });
}

async function restore(deleted: string, onRestored: () => void): Promise<void> {
  try {
    const { count } = await call(restoreConversations, { body: { deleted } });
    if (count === 0) return notifyMessage('error', message('conversations.undoTooLate'));
    sendToOtherTabs({ changed: 'conversations' });
    await loadConversations();
    onRestored();
  } catch (error) {
    notifyFailure(error);
  }
}
