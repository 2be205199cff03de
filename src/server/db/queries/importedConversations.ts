import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { type message, conversation } from '#server/db/schema/chat.ts';

/*
 * Stores conversations of a file. Raw, because thousands of rows are one JSON parameter (PostgreSQL takes at most 65,535
 * parameters), and because the rows are inserted in the order of the file: messages are numbered in that order.
 */

/** A conversation of a file by its key, and by its id where it was exported here. */
export type ImportKey = { key: string; id: string | null };

const knownConversation = { key: z.string(), restored: z.boolean() };

/**
 * Finds a user's conversations that were imported before, or exported here, and restores deleted ones. Returns for each
 * key of these whether a conversation was restored.
 */
export async function restoreKnown(
  transaction: Executor,
  userId: string,
  keys: readonly ImportKey[],
): Promise<RowOf<typeof knownConversation>[]> {
  const { rows } = await transaction.execute(sql`with given as (
        select distinct key, id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g (key text, id uuid)
      ), known as (
        select c.id, given.key from given join conversation c on c.user_id = ${userId} and c.import_key = given.key
        union
        select c.id, given.key from given join conversation c on c.id = given.id and c.user_id = ${userId}
      ), restored as (
        update conversation set deleted = null
        where id in (select id from known) and deleted is not null returning id
      )
      select known.key, bool_or(restored.id is not null) as restored
      from known left join restored using (id) group by known.key`);
  return parseRows(knownConversation, rows);
}

export type ImportedConversationRow = Pick<
  typeof conversation.$inferSelect,
  'id' | 'title' | 'model' | 'gptId' | 'importKey' | 'leafId' | 'created' | 'updated'
> & { isPinned: boolean; isArchived: boolean };

/**
 * Inserts a user's conversations, of which as many are pinned as may be with those that are. Returns the ids of those that
 * were inserted: another import of the same file may have been quicker.
 */
export async function insertConversations(
  transaction: Executor,
  userId: string,
  conversations: readonly ImportedConversationRow[],
  pinnedAtMost: number,
): Promise<Set<string>> {
  const stored = await transaction.execute(sql`with pins as (
        select count(*) as taken from conversation
        where user_id = ${userId} and pinned is not null and deleted is null
      )
      insert into conversation (id, user_id, title, model, gpt_id, import_key, leaf_id, created, updated, archived, pinned)
      select id, ${userId}::uuid, title, model, gpt_id, import_key, leaf_id, created, updated,
        case when is_archived then now() end,
        case when is_pinned
          and (select taken from pins) + count(*) filter (where is_pinned) over (order by place) <= ${pinnedAtMost}
          then now() end
      from rows from (
        jsonb_to_recordset(${JSON.stringify(conversations)}::jsonb) as (id uuid, title text, model text, "gptId" text,
          "importKey" text, "isPinned" boolean, "isArchived" boolean, "leafId" uuid, created timestamptz, updated timestamptz)
      ) with ordinality as given (id, title, model, gpt_id, import_key, is_pinned, is_archived, leaf_id, created, updated, place)
      order by place
      on conflict (user_id, import_key) do nothing
      returning id`);
  const rows = parseRows({ id: conversation.id }, stored.rows);
  return new Set(rows.map(({ id }) => id));
}

export type ImportedMessageRow = Pick<
  typeof message.$inferSelect,
  'id' | 'conversationId' | 'parentId' | 'role' | 'text' | 'created'
>;

/** Inserts messages in their order, which is that of their branches as well. */
export async function insertMessages(
  transaction: Executor,
  messages: readonly ImportedMessageRow[],
): Promise<void> {
  await transaction.execute(
    sql`insert into message (id, conversation_id, parent_id, role, text, created)
      select id, conversation_id, parent_id, role, text, created
      from rows from (
        jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as (id uuid, "conversationId" uuid, "parentId" uuid,
          role text, text text, created timestamptz)
      ) with ordinality as made (id, conversation_id, parent_id, role, text, created, place)
      order by place`,
  );
}
