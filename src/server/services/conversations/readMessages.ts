import type { ChatMessage } from '#contract/conversations/conversations.ts';
import type { Executor } from '#server/db/connect.ts';
import { type MessageWindow, readNewestMessages } from '#server/db/queries/messages.ts';

/** Returns messages of a conversation, oldest first, and whether there are more before them in that window. */
export async function readMessages(
  executor: Executor,
  conversationId: string,
  window: MessageWindow,
): Promise<{ messages: ChatMessage[]; has_older: boolean }> {
  const rows = await readNewestMessages(executor, conversationId, window);
  const messages = rows.map(({ isFirst: _, ...row }) => ({
    ...row,
    created: new Date(row.created).toISOString(),
    attachments: row.attachments ?? [],
    media: row.media ?? [],
  }));
  return { messages, has_older: rows[0]?.isFirst === false };
}
