import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import type { HistoryRow } from '#server/services/gpts/readHistoryRow.ts';

/**
 * Stores rows of the histories of a source, each GPT and day once, in one transaction, and remembers which GPTs and days
 * changed, so that what follows from them is worked out even when this process ends here.
 */
export async function storeHistory(
  database: Database,
  source: string,
  rows: readonly HistoryRow[],
): Promise<{ added: number; changed: number }> {
  return database.transaction(async (transaction) => {
    const sourceId = await sourceIdOf(transaction, source);
    const written = await writeRows(transaction, sourceId, rows);
    if (written.length > 0) await remember(transaction, sourceId, written);
    const added = written.filter((row) => row.added).length;
    return { added, changed: written.length - added };
  });
}

type Written = { gpt_id: string; day: string; added: boolean };

/** The id of a source, which is added where it is not known. Locked, so that nobody removes it meanwhile. */
async function sourceIdOf(transaction: Executor, name: string): Promise<number> {
  const { rows } = await transaction.execute<{ id: number }>(
    sql`select id from history_source where name = ${name} for key share`,
  );
  if (rows[0]) return rows[0].id;
  const added = await transaction.execute<{ id: number }>(
    sql`insert into history_source (name) values (${name})
      on conflict (name) do update set name = excluded.name returning id`,
  );
  const [source] = added.rows;
  if (!source) throw new Error('The source was not stored');
  return source.id;
}

/** In one order, so that two imports at once do not wait for each other in a circle. */
async function writeRows(
  transaction: Executor,
  sourceId: number,
  rows: readonly HistoryRow[],
): Promise<Written[]> {
  const { rows: written } = await transaction.execute<Written>(
    sql`insert into history_day as stored (source_id, gpt_id, day, conversations, rating, reviews)
      select ${sourceId}::integer, given.* from unnest(
        ${sql.param(rows.map(({ gptId }) => gptId))}::text[],
        ${list(rows.map(({ day }) => day))}::date[],
        ${list(rows.map(({ conversations }) => conversations))}::bigint[],
        ${list(rows.map(({ rating }) => rating))}::real[],
        ${list(rows.map(({ reviews }) => reviews))}::integer[]) as given (gpt_id, day, conversations, rating, reviews)
      order by given.gpt_id, given.day
      on conflict (gpt_id, day, source_id) do update set
        conversations = excluded.conversations, rating = excluded.rating, reviews = excluded.reviews
      where (stored.conversations, stored.rating, stored.reviews)
        is distinct from (excluded.conversations, excluded.rating, excluded.reviews)
      returning gpt_id, day::text, xmax = 0 as added`,
  );
  return written;
}

/** A mark that is there already is written again: whoever is about to take it away must wait for these rows. */
async function remember(
  transaction: Executor,
  sourceId: number,
  written: readonly Written[],
): Promise<void> {
  const ids = [...new Set(written.map((row) => row.gpt_id))].toSorted();
  const days = [...new Set(written.map((row) => row.day))].toSorted();
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id) select unnest(${sql.param(ids)}::text[])
      on conflict (gpt_id) do update set gpt_id = excluded.gpt_id`,
  );
  await transaction.execute(
    sql`insert into history_source_day (source_id, day)
      select ${sourceId}::integer, unnest(${sql.param(days)}::date[])
      on conflict (source_id, day) do update set is_checked = false`,
  );
}

/** An array of numbers or days as PostgreSQL reads it: pg would escape each of them. */
function list(values: readonly (number | Day | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}
