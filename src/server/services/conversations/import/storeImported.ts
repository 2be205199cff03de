import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import type { ImportedConversation } from '#server/services/conversations/import/imported.ts';
import { pinnedAtMost } from '#server/services/conversations/listConversations.ts';
import {
  type FoundSource,
  storeSources,
} from '#server/services/conversations/search/storeSearch.ts';

/** The target of a conversation here. */
export type Place = { title: string; model: string | null; gptId: string | null };

/** A conversation of a file and where it belongs. */
export type Placed = { imported: ImportedConversation; place: Place };

type Outcome = 'imported' | 'unchanged';

/** A conversation with the ids that it and its messages get. */
type Made = Placed & { id: string; messageIds: readonly string[] };

/**
 * Stores conversations of a file in one transaction. One that was imported before, or that was exported here and is
 * still there, stays as it is; where it was deleted it comes back. Returns which each was, in their order.
 */
export async function storeImported(
  database: Database,
  userId: string,
  placed: readonly Placed[],
): Promise<Outcome[]> {
  return database.transaction(async (transaction) => {
    const outcomes = await findKnown(transaction, userId, placed);
    const fresh = new Map(
      placed.flatMap((one) => {
        const { key, messages } = one.imported;
        if (outcomes.has(key)) return [];
        const messageIds = messages.map(() => randomUUID());
        return [[key, { ...one, id: randomUUID(), messageIds }] as const];
      }),
    );
    const stored = await storeConversations(transaction, userId, [...fresh.values()]);
    await storeMessages(transaction, stored);
    await storeSources(transaction, userId, stored.flatMap(sourcesOf));
    for (const { imported } of stored) outcomes.set(imported.key, 'imported');
    return placed.map(({ imported: { key } }) => {
      const outcome = outcomes.get(key) ?? 'unchanged';
      // It may stand in the file once more.
      outcomes.set(key, 'unchanged');
      return outcome;
    });
  });
}

/** Those that are here already, by their keys. Our own exports name conversations by their ids here. */
async function findKnown(
  transaction: Executor,
  userId: string,
  placed: readonly Placed[],
): Promise<Map<string, Outcome>> {
  const given = placed.map(({ imported: { key } }) => ({ key, id: ownIdOf(key) }));
  const { rows } = await transaction.execute<{ key: string; restored: boolean }>(
    sql`with given as (
        select distinct key, id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (key text, id uuid)
      ), known as (
        select c.id, given.key from given join conversation c on c.user_id = ${userId} and c.import_key = given.key
        union
        select c.id, given.key from given join conversation c on c.id = given.id and c.user_id = ${userId}
      ), restored as (
        update conversation set deleted = null
        where id in (select id from known) and deleted is not null returning id
      )
      select known.key, bool_or(restored.id is not null) as restored
      from known left join restored using (id) group by known.key`,
  );
  return new Map(rows.map(({ key, restored }) => [key, restored ? 'imported' : 'unchanged']));
}

function ownIdOf(key: string): string | null {
  return /^dolores:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1] ?? null;
}

/** Answers those that were stored: with the same file, somebody else may have been quicker. */
async function storeConversations(
  transaction: Executor,
  userId: string,
  made: readonly Made[],
): Promise<Made[]> {
  if (made.length === 0) return [];
  const rows = made.map(({ id, imported, place, messageIds }) => ({
    id,
    title: place.title,
    model: place.model,
    gpt_id: place.gptId,
    import_key: imported.key,
    is_pinned: imported.pinned,
    leaf_id: imported.leaf === null ? null : (messageIds[imported.leaf] ?? null),
    created: imported.created.toISOString(),
    updated: imported.updated.toISOString(),
  }));
  const stored = await transaction.execute<{ id: string }>(
    sql`with pins as (
        select count(*) as taken from conversation
        where user_id = ${userId} and pinned is not null and deleted is null
      )
      insert into conversation (id, user_id, title, model, gpt_id, import_key, leaf_id, created, updated, pinned)
      select id, ${userId}::uuid, title, model, gpt_id, import_key, leaf_id, created, updated,
        case when is_pinned
          and (select taken from pins) + count(*) filter (where is_pinned) over (order by place) <= ${pinnedAtMost}
          then now() end
      from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id uuid, title text, model text, gpt_id text,
          import_key text, is_pinned boolean, leaf_id uuid, created timestamptz, updated timestamptz)
      ) with ordinality as given (id, title, model, gpt_id, import_key, is_pinned, leaf_id, created, updated, place)
      order by place
      on conflict (user_id, import_key) do nothing
      returning id`,
  );
  const ids = new Set(stored.rows.map(({ id }) => id));
  return made.filter(({ id }) => ids.has(id));
}

/** In their order, which is that of the branches as well. */
async function storeMessages(transaction: Executor, made: readonly Made[]): Promise<void> {
  const rows = made.flatMap(({ id, imported, messageIds }) =>
    imported.messages.map(({ parent, role, text, created }, index) => ({
      id: messageIds[index],
      conversation_id: id,
      parent_id: parent === null ? null : messageIds[parent],
      role,
      text,
      created: created.toISOString(),
    })),
  );
  if (rows.length === 0) return;
  await transaction.execute(
    sql`insert into message (id, conversation_id, parent_id, role, text, created)
      select id, conversation_id, parent_id, role, text, created
      from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as (id uuid, conversation_id uuid, parent_id uuid, role text, text text, created timestamptz)
      ) with ordinality as made (id, conversation_id, parent_id, role, text, created, place)
      order by place`,
  );
}

function sourcesOf({ id, imported, place, messageIds }: Made): FoundSource[] {
  const messages = imported.messages.map(({ text }, index) => ({
    conversationId: id,
    id: messageIds[index] ?? '',
    text,
  }));
  return [{ conversationId: id, id, text: place.title }, ...messages];
}
