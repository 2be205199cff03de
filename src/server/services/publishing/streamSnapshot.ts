import { and, asc, between, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { SnapshotLine } from '#contract/snapshot.ts';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import * as schema from '#server/db/schema.ts';
import { gpt, gptUsageDay } from '#server/db/schema.ts';
import { toGpt } from '#server/services/gpts/toGpt.ts';

const usageDays = 400;
const gptsAtOnce = 100;
const usageAtOnce = 200;

const isShown = and(eq(gpt.visibility, 'public'), isNull(gpt.removed));

/**
 * Everything that the site is built from, line by line as of one instant of the database and of the last closed UTC
 * day: public GPTs by popularity, ids of removed ones, their usage days, and a last line with the count.
 * Holds ids of all and rows of one batch only.
 */
export async function* streamSnapshot(database: Database, now: Date): AsyncGenerator<SnapshotLine> {
  const client = await database.pool.connect();
  let finished = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    let lines = 0;
    for await (const line of linesBefore(drizzle(client, { schema }), closedDayOf(now))) {
      yield line;
      lines += 1;
    }
    yield { type: 'end', lines };
    await client.query('commit');
    finished = true;
  } finally {
    // A reader that left early leaves an open transaction: that connection is closed, not used again.
    client.release(!finished);
  }
}

/** A text that changes whenever the snapshot does, for its ETag. */
export async function snapshotVersion(database: Database, now: Date): Promise<string> {
  const closedDay = closedDayOf(now);
  const { rows } = await database.query.execute(sql`
    select
      (select concat_ws('/', count(*), count(removed), extract(epoch from max(updated)), sum(chats))
        from (select removed, updated, ${chatsUntil(closedDay)} as chats from ${gpt}) as counted) as gpts,
      (select concat_ws('/', count(*), max(day), sum(imported), sum(own))
        from ${gptUsageDay} where ${usageUntil(closedDay)}) as usage`);
  const [row] = rows as { gpts: string; usage: string }[];
  return `${closedDay} ${row?.gpts} ${row?.usage}`;
}

function closedDayOf(now: Date): Day {
  return addDays(dayOf(now), -1);
}

async function* linesBefore(query: Executor, closedDay: Day): AsyncGenerator<SnapshotLine> {
  yield { type: 'snapshot', closed_day: closedDay };
  const ids = await shownIds(query, closedDay);
  yield* gptLines(query, ids, closedDay);
  const removed = await query
    .select({ id: gpt.id })
    .from(gpt)
    .where(isNotNull(gpt.removed))
    .orderBy(byteOrder(gpt.id));
  for (const { id } of removed) yield { type: 'removed', id };
  yield* usageLines(query, ids.toSorted(), closedDay);
}

async function shownIds(query: Executor, closedDay: Day): Promise<string[]> {
  const popularity = sql`coalesce(${gpt.importedChats}, 0) + ${chatsUntil(closedDay)}`;
  const rows = await query
    .select({ id: gpt.id })
    .from(gpt)
    .where(isShown)
    .orderBy(sql`${popularity} desc`, byteOrder(gpt.id));
  return rows.map(({ id }) => id);
}

async function* gptLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const rows = await query
      .select({ row: gpt, chats: chatsUntil(closedDay) })
      .from(gpt)
      .where(inArray(gpt.id, batch));
    const rowsById = new Map(rows.map((found) => [found.row.id, found]));
    for (const id of batch) {
      const found = rowsById.get(id);
      if (found) yield { type: 'gpt', gpt: toGpt({ ...found.row, ownChats: found.chats }) };
    }
  }
}

async function* usageLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, usageAtOnce)) {
    const rows = await query
      .select({
        id: gptUsageDay.gptId,
        day: gptUsageDay.day,
        imported: gptUsageDay.imported,
        own: gptUsageDay.own,
      })
      .from(gptUsageDay)
      .where(and(inArray(gptUsageDay.gptId, batch), usageUntil(closedDay)))
      .orderBy(byteOrder(gptUsageDay.gptId), asc(gptUsageDay.day));
    for (const row of rows) yield { type: 'usage', ...row };
  }
}

function usageUntil(closedDay: Day) {
  return between(gptUsageDay.day, addDays(closedDay, 1 - usageDays), closedDay);
}

/** Conversations held here up to the closed day: a page must not change because somebody is chatting now. */
function chatsUntil(closedDay: Day) {
  return sql<number>`greatest(0, ${gpt.ownChats} - coalesce((
    select sum(${gptUsageDay.own}) from ${gptUsageDay}
    where ${gptUsageDay.gptId} = ${gpt.id} and ${gptUsageDay.day} > ${closedDay}), 0))`.mapWith(
    Number,
  );
}

/** The same order in every database, whatever its locale. */
function byteOrder(column: typeof gpt.id | typeof gptUsageDay.gptId) {
  return sql`${column} collate "C"`;
}

function* batches(ids: readonly string[], size: number): Generator<string[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}
