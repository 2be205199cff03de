import { and, desc, eq, lt } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema.ts';

export type ConversationCard = {
  id: string;
  title: string;
  target: { model: string } | { gpt: string };
  updated: string;
};

/** The acting user's conversations, most recently used first: at most `size`, those used before `before`. */
export async function listConversations(
  context: Context,
  { before, size = 50 }: { before?: string | undefined; size?: number | undefined },
): Promise<ConversationCard[]> {
  const userId = signedInUser(context);
  const rows = await context.database.query
    .select()
    .from(conversation)
    .where(
      and(
        eq(conversation.userId, userId),
        before === undefined ? undefined : lt(conversation.updated, new Date(before)),
      ),
    )
    .orderBy(desc(conversation.updated), desc(conversation.id))
    .limit(size);
  return rows.map(toConversationCard);
}

export function toConversationCard(row: typeof conversation.$inferSelect): ConversationCard {
  return {
    id: row.id,
    title: row.title,
    target: row.gptId === null ? { model: row.model ?? '' } : { gpt: row.gptId },
    updated: row.updated.toISOString(),
  };
}
