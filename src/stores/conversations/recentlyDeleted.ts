import { call } from '#contract/call.ts';
import { restoreConversations } from '#contract/conversations/conversations.ts';
import {
  listDeletedConversations,
  purgeConversation,
  purgeDeletedConversations,
} from '#contract/conversations/deletedConversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { notifyFailure } from '#stores/browser/failure.ts';
import { message } from '#stores/browser/message.ts';
import { pagedList } from '#stores/browser/pagedList.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { loadConversations } from '#stores/conversations/conversations.ts';
import { deleteDraft } from '#stores/drafts/drafts.ts';

type DeletedConversation = ResponseOf<typeof listDeletedConversations>['items'][number];

const size = 20;

const pages = pagedList<DeletedConversation>(size, async (last) => {
  const cursor = last && { before: last.deleted, after_id: last.id };
  return (await call(listDeletedConversations, { query: { size, ...cursor } })).items;
});

/** The deleted conversations that can be restored and are loaded, the last deleted first. */
export const $deleted = pages.$list;
export const loadDeleted = pages.load;
export const loadMoreDeleted = pages.loadMore;

/** Puts a deleted conversation back into the list. Returns whether that succeeded. */
export async function restoreDeleted({ id, deleted }: DeletedConversation): Promise<boolean> {
  return succeeds(async () => {
    const { count } = await call(restoreConversations, { body: { deleted, id } });
    pages.remove((item) => item.id === id);
    if (count === 0) return notifyMessage('error', message('conversations.undoTooLate'));
    sendToOtherTabs({ changed: 'conversations' });
    await loadConversations();
  });
}

/** Deletes a conversation for good, with what was typed in it. Returns whether that succeeded. */
export async function purgeDeleted({ id }: DeletedConversation): Promise<boolean> {
  return succeeds(async () => {
    await call(purgeConversation, { params: { id } });
    deleteDraft(id);
    pages.remove((item) => item.id === id);
  });
}

/** Deletes all recently deleted conversations for good. Returns whether that succeeded. */
export async function purgeAllDeleted(): Promise<boolean> {
  return succeeds(async () => {
    await call(purgeDeletedConversations, {});
    for (const { id } of $deleted.get().items) deleteDraft(id);
    await pages.load();
  });
}

async function succeeds(action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}
