import { type SQL, and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { changeConversation } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';

export type ConversationCard = ResponseOf<typeof changeConversation>;

/** The columns of a conversation's card. `updated` has microseconds, because it is the cursor of pages. */
export const cardColumns = {
  id: conversation.id,
  title: conversation.title,
  model: conversation.model,
  gptId: conversation.gptId,
  pinned: conversation.pinned,
  // Of its user, because the index of running answers is by user. Raw, because Drizzle writes columns without their table.
  running: sql<boolean>`exists (select from answer where answer.user_id = conversation.user_id
    and answer.state = 'running' and answer.conversation_id = conversation.id)`,
  created: conversation.created,
  updated: sql<string>`to_char(${conversation.updated} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

export const pinnedAtMost = 100;

/** Most listed pinned conversations: restored ones may exceed the limit of pinning. */
const pinnedListed = 1_000;

/**
 * Lists the acting user's conversations, most recently used first: at most `size` used before `before`. Without
 * `before`, also returns all pinned ones, the last pinned first. Pinned ones are never among the others. With
 * `archived`, lists the archived ones instead, which have no pinned ones apart.
 */
export async function listConversations(
  context: Context,
  page: { before?: string | undefined; size?: number | undefined; archived?: 'true' | undefined },
): Promise<{ pinned: ConversationCard[]; items: ConversationCard[] }> {
  const own = and(
    eq(conversation.userId, signedInUser(context)),
    isNull(conversation.deleted),
    eq(conversation.temporary, false),
  );
  if (page.archived === 'true') {
    const archived = await readPage(context, and(own, isNotNull(conversation.archived)), page);
    return { pinned: [], items: archived };
  }
  const listed = and(own, isNull(conversation.archived));
  const items = await readPage(context, and(listed, isNull(conversation.pinned)), page);
  return { pinned: page.before === undefined ? await readPinned(context, listed) : [], items };
}

async function readPage(
  context: Context,
  isListed: SQL | undefined,
  { before, size = 50 }: { before?: string | undefined; size?: number | undefined },
): Promise<ConversationCard[]> {
  const isOlder =
    before === undefined ? undefined : sql`${conversation.updated} < ${before}::timestamptz`;
  const rows = await context.database.query
    .select(cardColumns)
    .from(conversation)
    .where(and(isListed, isOlder))
    .orderBy(desc(conversation.updated), desc(conversation.id))
    .limit(size);
  return rows.map(toConversationCard);
}

async function readPinned(
  context: Context,
  isListed: SQL | undefined,
): Promise<ConversationCard[]> {
  const rows = await context.database.query
    .select(cardColumns)
    .from(conversation)
    .where(and(isListed, isNotNull(conversation.pinned)))
    .orderBy(desc(conversation.pinned), desc(conversation.id))
    .limit(pinnedListed);
  return rows.map(toConversationCard);
}

export function toConversationCard(row: {
  id: string;
  title: string;
  model: string | null;
  gptId: string | null;
  pinned: Date | null;
  running: boolean;
  created: Date;
  updated: string;
}): ConversationCard {
  return {
    id: row.id,
    title: row.title,
    target: row.gptId === null ? { model: row.model ?? '' } : { gpt: row.gptId },
    pinned: row.pinned !== null,
    running: row.running,
    created: row.created.toISOString(),
    updated: row.updated,
  };
}
