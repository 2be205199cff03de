import { and, desc, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema.ts';

export type ConversationCard = {
  id: string;
  title: string;
  target: { model: string } | { gpt: string };
  updated: string;
};

/** Of a conversation, what its card shows; `updated` to the microsecond, so that it divides pages exactly. */
export const cardColumns = {
  id: conversation.id,
  title: conversation.title,
  model: conversation.model,
  gptId: conversation.gptId,
  updated: sql<string>`to_char(${conversation.updated} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

/** The acting user's conversations, most recently used first: at most `size`, those used before `before`. */
export async function listConversations(
  context: Context,
  { before, size = 50 }: { before?: string | undefined; size?: number | undefined },
): Promise<ConversationCard[]> {
  const userId = signedInUser(context);
  const rows = await context.database.query
    .select(cardColumns)
    .from(conversation)
    .where(
      and(
        eq(conversation.userId, userId),
        before === undefined ? undefined : sql`${conversation.updated} < ${before}::timestamptz`,
      ),
    )
    .orderBy(desc(conversation.updated), desc(conversation.id))
    .limit(size);
  return rows.map(toConversationCard);
}

export function toConversationCard(row: {
  id: string;
  title: string;
  model: string | null;
  gptId: string | null;
  updated: string;
}): ConversationCard {
  return {
    id: row.id,
    title: row.title,
    target: row.gptId === null ? { model: row.model ?? '' } : { gpt: row.gptId },
    updated: row.updated,
  };
}
