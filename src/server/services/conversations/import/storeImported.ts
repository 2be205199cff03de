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
  const keys = placed.map(({ imported: { key } }) => ({ key, id: ownIdOf(key) }));
  const rows = await restoreKnown(transaction, userId, keys);
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
    gptId: place.gptId,
    importKey: imported.key,
    isPinned: imported.pinned,
    leafId: imported.leaf === null ? null : (messageIds[imported.leaf] ?? null),
    created: imported.created,
    updated: imported.updated,
  }));
  const ids = await insertConversations(transaction, userId, rows, pinnedAtMost);
  return made.filter(({ id }) => ids.has(id));
}

/** In their order, which is that of the branches as well. */
async function storeMessages(transaction: Executor, made: readonly Made[]): Promise<void> {
  const rows = made.flatMap(({ id, imported, messageIds }) =>
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

function sourcesOf({ id, imported, place, messageIds }: Made): FoundSource[] {
  const messages = imported.messages.map(({ text }, index) => ({
    conversationId: id,
    id: messageIds[index] ?? '',
    text,
  }));
  return [{ conversationId: id, id, text: place.title }, ...messages];
}
