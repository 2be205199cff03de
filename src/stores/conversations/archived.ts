import { call } from '#contract/call.ts';
import { changeConversation, listConversations } from '#contract/conversations/conversations.ts';
import { errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { pagedList } from '#stores/browser/pagedList.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import {
  type ConversationCard,
  endPendingChange,
  hideConversation,
  loadConversations,
  showConversation,
} from '#stores/conversations/conversations.ts';
import {
  isShown,
  leaveConversation,
  reopenConversation,
} from '#stores/conversations/openConversation.ts';

const size = 20;

const pages = pagedList<ConversationCard>(size, async (last) => {
  const query = { archived: 'true' as const, size, ...(last && { before: last.updated }) };
  return (await call(listConversations, { query })).items;
});

/** The archived conversations that are loaded, most recently used first. */
export const $archived = pages.$list;
export const loadArchived = pages.load;
export const loadMoreArchived = pages.loadMore;

/**
 * Puts a conversation out of the list and offers to undo it. If it was open, a new one with the same model or GPT
 * begins. After a failure it reappears, with a notification.
 */
export async function archiveConversation(card: ConversationCard): Promise<void> {
  const wasShown = isShown(card.id);
  hideConversation(card.id);
  if (wasShown) leaveConversation();
  try {
    await setArchived(card.id, true);
    notifyMessage('success', message('conversations.archived', { title: card.title }), {
      label: message('conversations.undo'),
      run: () => {
        void unarchiveConversation(card);
        if (wasShown) reopenConversation(card);
      },
    });
  } catch (error) {
    showConversation(card);
    if (wasShown) reopenConversation(card);
    handleFailure(error);
  } finally {
    endPendingChange(card.id);
  }
}

/** Puts an archived conversation back into the list. Returns whether that succeeded. */
export async function unarchiveConversation(card: ConversationCard): Promise<boolean> {
  try {
    await setArchived(card.id, false);
    pages.remove(({ id }) => id === card.id);
    await loadConversations();
    return true;
  } catch (error) {
    handleFailure(error);
    return false;
  }
}

async function setArchived(id: string, archived: boolean): Promise<void> {
  await call(changeConversation, { params: { id }, body: { archived } });
  sendToOtherTabs({ changed: 'conversations' });
}

function handleFailure(error: unknown): void {
  if (isSignedOut(error)) goToLogin();
  else notifyMessage('error', errorMessage(error));
}
