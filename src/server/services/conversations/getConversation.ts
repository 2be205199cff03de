import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { messagesAtMost } from '#domain/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { readMessages } from '#server/services/conversations/readMessages.ts';
import { isOwn, unknownConversation } from '#server/services/conversations/changeConversation.ts';
import {
  type ConversationCard,
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';

/** Most bytes of message texts; beyond that the oldest messages are left out. */
const bytesAtMost = 24_000_000;

/** The requested messages: so many of the newest, or of those before another message. */
type RequestedMessages = { newest?: number | undefined; before?: string | undefined };

type LoadedConversation = ConversationCard & {
  leaf_id: string | null;
  messages: ChatMessage[];
  has_older: boolean;
};

/**
 * Returns a conversation of the acting user with its newest messages, oldest first. The text of a running answer is
 * empty, because its stream of events contains all of it. Throws `unknown_conversation`.
 */
export async function getConversation(
  context: Context,
  id: string,
  { newest = messagesAtMost, before }: RequestedMessages = {},
): Promise<LoadedConversation> {
  const { query } = context.database;
  const [found] = await query
    .select({ ...cardColumns, leafId: conversation.leafId })
    .from(conversation)
    .where(isOwn(signedInUser(context), id));
  if (!found) throw unknownConversation();
  return {
    ...toConversationCard(found),
    leaf_id: found.leafId,
    ...(await readMessages(query, id, { newest, before, bytes: bytesAtMost })),
  };
}
