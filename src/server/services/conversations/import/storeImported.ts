import { randomUUID } from 'node:crypto';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  insertConversations,
  insertMessages,
  restoreKnown,
} from '#server/db/queries/importedConversations.ts';
import type { ImportedConversation } from '#server/services/conversations/import/imported.ts';
import { pinnedAtMost } from '#server/services/conversations/listConversations.ts';
import {
  type ConversationText,
  storeLexemes,
} from '#server/services/conversations/search/storeLexemes.ts';

export type Destination = { title: string; model: string | null; gptId: string | null };

export type ImportItem = { imported: ImportedConversation; destination: Destination };

type Outcome = 'imported' | 'unchanged';

/** A conversation with its new ids and those of its messages. */
type NewConversation = ImportItem & { id: string; messageIds: readonly string[] };

/**
 * Stores conversations of a file in one transaction. A conversation that was imported before, or that was exported here
 * and still exists, stays unchanged; if it is deleted, it is restored. Returns the outcome of each, in their order.
 */
export async function storeImported(
  database: Database,
  userId: string,
  items: readonly ImportItem[],
): Promise<Outcome[]> {
  return database.transaction(async (transaction) => {
    const outcomes = await findKnown(transaction, userId, items);
    const fresh = new Map(
      items.flatMap((one) => {
        const { key, messages } = one.imported;
        if (outcomes.has(key)) return [];
        const messageIds = messages.map(() => randomUUID());
        return [[key, { ...one, id: randomUUID(), messageIds }] as const];
      }),
    );
    const stored = await storeConversations(transaction, userId, [...fresh.values()]);
    await storeMessages(transaction, stored);
    await storeLexemes(transaction, userId, stored.flatMap(sourcesOf));
    for (const { imported } of stored) outcomes.set(imported.key, 'imported');
    return items.map(({ imported: { key } }) => {
      const outcome = outcomes.get(key) ?? 'unchanged';
      // The file may contain it again.
      outcomes.set(key, 'unchanged');
      return outcome;
    });
  });
}

/** Returns the outcomes of existing conversations by key. Keys of our own exports contain ids from here. */
async function findKnown(
  transaction: Executor,
  userId: string,
  items: readonly ImportItem[],
): Promise<Map<string, Outcome>> {
  const keys = items.map(({ imported: { key } }) => ({ key, id: ownIdOf(key) }));
  const rows = await restoreKnown(transaction, userId, keys);
  return new Map(rows.map(({ key, restored }) => [key, restored ? 'imported' : 'unchanged']));
}

function ownIdOf(key: string): string | null {
  return /^dolores:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1] ?? null;
}

/** Returns those that were stored: a concurrent import of the same file may have stored some first. */
async function storeConversations(
  transaction: Executor,
  userId: string,
  conversations: readonly NewConversation[],
): Promise<NewConversation[]> {
  if (conversations.length === 0) return [];
  const rows = conversations.map(({ id, imported, destination, messageIds }) => ({
    id,
    title: destination.title,
    model: destination.model,
    gptId: destination.gptId,
    importKey: imported.key,
    isPinned: imported.pinned,
    isArchived: imported.archived,
    leafId: imported.leaf === null ? null : (messageIds[imported.leaf] ?? null),
    created: imported.created,
    updated: imported.updated,
  }));
  const ids = await insertConversations(transaction, userId, rows, pinnedAtMost);
  return conversations.filter(({ id }) => ids.has(id));
}

/** Stores messages in their order, so that parents come before children. */
async function storeMessages(
  transaction: Executor,
  conversations: readonly NewConversation[],
): Promise<void> {
  const rows = conversations.flatMap(({ id, imported, messageIds }) =>
    imported.messages.map(({ parent, role, text, created }, index) => ({
      id: messageIds[index] ?? '',
      conversationId: id,
      parentId: parent === null ? null : (messageIds[parent] ?? null),
      role,
      text,
      created,
    })),
  );
  if (rows.length > 0) await insertMessages(transaction, rows);
}

function sourcesOf({ id, imported, destination, messageIds }: NewConversation): ConversationText[] {
  const messages = imported.messages.map(({ text }, index) => ({
    conversationId: id,
    id: messageIds[index] ?? '',
    text,
  }));
  return [{ conversationId: id, id, text: destination.title }, ...messages];
}
