import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import type { HistoryRow } from '#server/services/gpts/readHistoryRow.ts';

/**
 * Stores rows of histories as their source gave them, each GPT and day once, in one transaction, and remembers which
 * GPTs and days changed, so that what follows from them is worked out even when this process ends here.
 */
export async function storeHistory(
  database: Database,
  rows: readonly HistoryRow[],
): Promise<{ added: number; changed: number }> {
  // In one order, so that two imports at once do not wait for each other in a circle.
  const ordered = rows.toSorted((one, other) =>
    one.gptId === other.gptId ? compare(one.day, other.day) : compare(one.gptId, other.gptId),
  );
  return database.transaction(async (transaction) => {
    const written = await writeRows(transaction, ordered);
    if (written.length > 0) await remember(transaction, written);
    const added = written.filter((row) => row.added).length;
    return { added, changed: written.length - added };
  });
}

type Written = { gpt_id: string; day: string; added: boolean };

async function writeRows(transaction: Executor, rows: readonly HistoryRow[]): Promise<Written[]> {
  const { rows: written } = await transaction.execute<Written>(
    sql`insert into history_day as stored (gpt_id, day, conversations, rating, reviews)
      select * from unnest(
        ${sql.param(rows.map(({ gptId }) => gptId))}::text[],
        ${sql.param(rows.map(({ day }) => day))}::date[],
        ${sql.param(rows.map(({ conversations }) => conversations))}::bigint[],
        ${sql.param(rows.map(({ rating }) => rating))}::real[],
        ${sql.param(rows.map(({ reviews }) => reviews))}::integer[])
      on conflict (gpt_id, day) do update set
        conversations = excluded.conversations, rating = excluded.rating, reviews = excluded.reviews
      where (stored.conversations, stored.rating, stored.reviews)
        is distinct from (excluded.conversations, excluded.rating, excluded.reviews)
      returning gpt_id, day::text, xmax = 0 as added`,
  );
  return written;
}

/** A mark that is there already is written again: whoever is about to take it away must wait for these rows. */
async function remember(transaction: Executor, written: readonly Written[]): Promise<void> {
  const ids = [...new Set(written.map((row) => row.gpt_id))].toSorted();
  const days = [...new Set(written.map((row) => row.day))].toSorted();
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id) select unnest(${sql.param(ids)}::text[])
      on conflict (gpt_id) do update set gpt_id = excluded.gpt_id`,
  );
  await transaction.execute(
    sql`insert into history_source_day (day) select unnest(${sql.param(days)}::date[])
      on conflict (day) do update set is_checked = false`,
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
