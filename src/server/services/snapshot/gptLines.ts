import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { chatsUntil } from '#server/db/queries/chatsUntil.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { shownExamples } from '#server/db/queries/gptExamples.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { toGpt } from '#server/services/gpts/toGpt.ts';
import { batches } from '#server/services/snapshot/batches.ts';

/** GPTs per query. They may be large: a hundred of 100 KB are 10 MB. */
const gptsAtOnce = 100;

/** The order by id, the same in every database, regardless of its locale. */
const byId = sql`${gpt.id} collate "C"`;

/** Returns the ids of the GPTs that the site shows, most used first. */
export async function shownIds(query: Executor, closedDay: Day): Promise<string[]> {
  const popularity = sql`coalesce(${gpt.elsewhereChats}, 0) + ${chatsUntil(closedDay)}`;
  const rows = await query
    .select({ id: gpt.id })
    .from(gpt)
    .where(isShownGpt)
    .orderBy(sql`${popularity} desc`, byId);
  return rows.map(({ id }) => id);
}

/** Yields the lines of GPTs in the order of `ids`, which must be ids of shown GPTs. */
export async function* gptLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const rows = await query
      .select({ row: gpt, chats: chatsUntil(closedDay), examples: shownExamples })
      .from(gpt)
      .where(inArray(gpt.id, batch));
    const rowsById = new Map(rows.map((found) => [found.row.id, found]));
    for (const id of batch) {
      const found = rowsById.get(id);
      if (found === undefined) continue;
      const { row, chats, examples } = found;
      const changed = row.updated.toISOString();
      yield { type: 'gpt', gpt: toGpt({ ...row, ownChats: chats }, examples), changed };
    }
  }
}

export async function shownAmong(query: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await query
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt))
    .orderBy(byId);
  return rows.map(({ id }) => id);
}

/** Yields the removed GPTs, all or those among `ids`. */
export async function* removedLines(
  query: Executor,
  ids?: readonly string[],
): AsyncGenerator<SnapshotLine> {
  const rows = await query
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(isNotNull(gpt.removed), ids && inArray(gpt.id, [...ids])))
    .orderBy(byId);
  for (const { id } of rows) yield { type: 'removed', id };
}
