import { and, desc, eq, isNull } from 'drizzle-orm';
import type { ChatMessage } from '#contract/conversations.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { answer, conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import {
  type ConversationCard,
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';

/** Messages of one conversation that are sent at once, the newest. */
const messagesAtMost = 4_000;

/**
 * A conversation of the acting user with its messages, oldest first. The text of a running answer is empty: its
 * events tell it from the beginning. Throws `unknown_conversation`.
 */
export async function getConversation(
  context: Context,
  id: string,
): Promise<ConversationCard & { leaf_id: string | null; messages: ChatMessage[] }> {
  const userId = signedInUser(context);
  const [found] = await context.database.query
    .select({ ...cardColumns, leafId: conversation.leafId })
    .from(conversation)
    .where(
      and(eq(conversation.id, id), eq(conversation.userId, userId), isNull(conversation.deleted)),
    );
  if (!found) throw new AppError('unknown_conversation', 'There is no conversation with this id');
  const rows = await context.database.query
    .select({ message, answer })
    .from(message)
    .leftJoin(answer, eq(answer.messageId, message.id))
    .where(eq(message.conversationId, id))
    .orderBy(desc(message.position))
    .limit(messagesAtMost);
  return {
    ...toConversationCard(found),
    leaf_id: found.leafId,
    messages: rows.toReversed().map(toMessage),
  };
}

function toMessage(row: {
  message: typeof message.$inferSelect;
  answer: typeof answer.$inferSelect | null;
}): ChatMessage {
  return {
    id: row.message.id,
    role: row.message.role,
    parent_id: row.message.parentId,
    text: row.message.text,
    created: row.message.created.toISOString(),
    attachments: [],
    answer: row.answer && {
      id: row.answer.id,
      state: row.answer.state,
      reason: row.answer.reason,
      charged: row.answer.charged,
      model: row.answer.model,
      truncated: row.answer.truncated,
    },
  };
}
