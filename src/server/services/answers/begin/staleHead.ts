import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isMessageAfter } from '#server/db/queries/messages.ts';
import { AppError } from '#server/errors.ts';
import { readMessages } from '#server/services/conversations/readMessages.ts';

/** Most messages that a refusal lists, and the most bytes of their texts. */
const listedMessages = { newest: 50, bytes: 1_000_000 };

/**
 * Returns whether the conversation has messages after `headId`, the newest message that the user saw. A question that was
 * asked on such a view is refused, because it would become a branch that the user did not want. The lock of the sender's
 * balance keeps the result valid until the transaction ends.
 */
export function isStale(conversationId: string, headId: string | undefined): SQL<boolean> {
  if (headId === undefined) return sql<boolean>`false`;
  return sql<boolean>`exists (select from message
    where message.conversation_id = ${conversationId} and ${isMessageAfter(conversationId, headId)})`;
}

/** Returns the refusal of a question, with the newest messages that the user has not seen. */
export async function newerMessages(
  transaction: Executor,
  conversationId: string,
  headId: string | undefined,
): Promise<AppError> {
  const window = { ...listedMessages, after: headId };
  const { messages, has_older } = await readMessages(transaction, conversationId, window);
  return new AppError(
    'newer_messages',
    'head_id: the conversation has newer messages; nothing was asked or charged. Read them, then send the question again with the newest one as head_id, and with the same parent_id for a branch',
    { field: 'head_id', messages, has_older },
  );
}
