import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';
import { pagedList } from '#stores/browser/pagedList.ts';
import { unarchiveConversation } from '#stores/conversations/conversationChanges.ts';
import type { ConversationCard } from '#stores/conversations/conversations.ts';

const size = 20;

const pages = pagedList<ConversationCard>(size, async (last) => {
  const query = { archived: 'true' as const, size, ...(last && { before: last.updated }) };
  return (await call(listConversations, { query })).items;
});

/** The archived conversations that are loaded, most recently used first. */
export const $archived = pages.$list;
export const loadArchived = pages.load;
export const loadMoreArchived = pages.loadMore;

/** Puts an archived conversation back into the sidebar's list. Returns whether that succeeded. */
export async function putBack({ id }: ConversationCard): Promise<boolean> {
  const isDone = await unarchiveConversation(id);
  if (isDone) pages.remove((item) => item.id === id);
  return isDone;
}
