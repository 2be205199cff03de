import type { ChatMessage } from '#contract/conversations.ts';
import { messagesAtMost } from '#domain/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { readNewestMessages } from '#server/db/queries/messages.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { isOwn, unknownConversation } from '#server/services/conversations/changeConversation.ts';
import {
  type ConversationCard,
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';

/** Bytes of their texts; where they have more, the oldest are left out. */
const bytesAtMost = 24_000_000;

/** Which of the messages are asked for: so many of the newest, before another one where it is named. */
type Part = { newest?: number | undefined; before?: string | undefined };

type Found = ConversationCard & {
  leaf_id: string | null;
  messages: ChatMessage[];
  has_older: boolean;
};

/**
 * A conversation of the acting user with its newest messages, oldest first. The text of a running answer is empty: its
 * events tell it from the beginning. Throws `unknown_conversation`.
 */
export async function getConversation(
  context: Context,
  id: string,
  part: Part = {},
): Promise<Found> {
  const { query } = context.database;
  const [found] = await query
    .select({ ...cardColumns, leafId: conversation.leafId })
    .from(conversation)
    .where(isOwn(signedInUser(context), id));
  if (!found) throw unknownConversation();
  return {
    ...toConversationCard(found),
    leaf_id: found.leafId,
    ...(await readMessages(query, id, part)),
  };
}

async function readMessages(
  executor: Executor,
  id: string,
  { newest = messagesAtMost, before }: Part,
): Promise<Pick<Found, 'messages' | 'has_older'>> {
  const part = { newest, before, bytes: bytesAtMost };
  const rows = await readNewestMessages(executor, id, part);
  const messages = rows.map(({ isFirst: _, ...row }) => ({
    ...row,
    created: new Date(row.created).toISOString(),
    attachments: row.attachments ?? [],
    media: row.media ?? [],
  }));
  return { messages, has_older: rows[0]?.isFirst === false };
}
