import { randomUUID } from 'node:crypto';
import { type SQL, eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { conversation } from '#server/db/schema/chat.ts';
import type { ImportedConversation } from '#server/services/conversations/import/imported.ts';
import { pinnedAtMost } from '#server/services/conversations/listConversations.ts';
import { storeSearch } from '#server/services/conversations/search/storeSearch.ts';

/** What a conversation goes to here. */
export type Place = { title: string; model: string | null; gptId: string | null };

/**
 * Stores a conversation of a file. One that was imported before, or that was exported here and is still there, stays as
 * it is; where it was deleted it comes back. Answers which it was.
 */
export async function storeImported(
  database: Database,
  userId: string,
  imported: ImportedConversation,
  place: Place,
): Promise<'imported' | 'unchanged'> {
  return database.transaction(async (transaction) => {
    const known = await findKnown(transaction, userId, imported.key);
    if (known) return known;
    const [made] = await transaction
      .insert(conversation)
      .values({
        userId,
        ...place,
        importKey: imported.key,
        pinned: imported.pinned ? pinnedWhereRoom(userId) : null,
        created: imported.created,
        updated: imported.updated,
      })
      .onConflictDoNothing({ target: [conversation.userId, conversation.importKey] })
      .returning({ id: conversation.id });
    // Somebody else was quicker with the same file.
    if (!made) return 'unchanged';
    const ids = await storeMessages(transaction, made.id, imported);
    const leafId = imported.leaf === null ? null : (ids[imported.leaf] ?? null);
    await transaction.update(conversation).set({ leafId }).where(eq(conversation.id, made.id));
    await storeSearch(transaction, userId, made.id, [
      { id: made.id, text: place.title },
      ...imported.messages.map(({ text }, index) => ({ id: ids[index] ?? '', text })),
    ]);
    return 'imported';
  });
}

function pinnedWhereRoom(userId: string): SQL {
  return sql`case when (
    select count(*) from conversation
    where user_id = ${userId} and pinned is not null and deleted is null
  ) < ${pinnedAtMost} then now() end`;
}

/** Our own exports name conversations by their ids here. */
async function findKnown(
  transaction: Executor,
  userId: string,
  key: string,
): Promise<'imported' | 'unchanged' | undefined> {
  const ownId = /^dolores:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1] ?? null;
  const isKnown = sql`${conversation.userId} = ${userId}
    and (${conversation.importKey} = ${key} or ${conversation.id} = ${ownId}::uuid)`;
  const restored = await transaction
    .update(conversation)
    .set({ deleted: null })
    .where(sql`${isKnown} and ${conversation.deleted} is not null`)
    .returning({ id: conversation.id });
  if (restored.length > 0) return 'imported';
  const [known] = await transaction
    .select({ id: conversation.id })
    .from(conversation)
    .where(isKnown)
    .limit(1);
  return known && 'unchanged';
}

/** In their order, which is that of the branches as well. Answers their ids. */
async function storeMessages(
  transaction: Executor,
  conversationId: string,
  { messages }: ImportedConversation,
): Promise<string[]> {
  const ids = messages.map(() => randomUUID());
  const rows = messages.map(({ parent, role, text, created }, index) => ({
    id: ids[index],
    parent_id: parent === null ? null : ids[parent],
    role,
    text,
    created: created.toISOString(),
  }));
  await transaction.execute(
    sql`insert into message (id, conversation_id, parent_id, role, text, created)
      select id, ${conversationId}, parent_id, role, text, created
      from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as (id uuid, parent_id uuid, role text, text text, created timestamptz)
      ) with ordinality as made (id, parent_id, role, text, created, place)
      order by place`,
  );
  return ids;
}
