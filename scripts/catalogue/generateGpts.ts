import { type Day, addDays } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { syntheticGpt } from './syntheticGpt.ts';
import { type SyntheticHistory, syntheticHistory } from './syntheticHistory.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import type { ImportReport, ImportRow } from '#server/services/gpts/importRows.ts';

/**
 * The size of a catalogue: `count` GPTs with up to `days` days of history that end with `until`. The same seed gives
 * the same GPTs.
 */
export type Synthetic = { count: number; days: number; seed: number; until: Day };

export type SyntheticEntry = {
  gpt: Record<string, unknown> & { id: string };
  history: SyntheticHistory;
};

/** Generates the GPTs one after another. The first ones are the same for any `count`. */
export function* syntheticEntries({
  count,
  days,
  seed,
  until,
}: Synthetic): Generator<SyntheticEntry> {
  for (let index = 1; index <= count; index += 1) {
    const history = syntheticHistory(seed, index, days);
    yield { gpt: syntheticGpt(seed, index, history, until), history };
  }
}

const gptsPerStatement = 250;

/**
 * Writes made-up GPTs and their usage days to the database. Existing rows with the same ids are updated; chats on this site
 * are kept. Calls `progress` with the number of finished GPTs, first of the catalogue, then of the usage.
 */
export async function generateGpts(
  database: Database,
  requested: Synthetic,
  progress: (step: 'catalogue' | 'usage', done: number) => void = () => undefined,
): Promise<ImportReport & { usageDays: number }> {
  const report = await importGpts(database, rowsOf(requested), {
    progress: (rows) => progress('catalogue', rows),
  });
  let usageDays = 0;
  let done = 0;
  for (const entries of batches(syntheticEntries(requested), gptsPerStatement)) {
    usageDays += await storeUsage(database, entries, requested.until);
    done += entries.length;
    progress('usage', done);
  }
  // Without fresh statistics, the first queries over so many new rows get slow plans. Index-only scans need vacuumed rows;
  // the autovacuum would come a minute later.
  await database.query.execute('vacuum (analyze) gpt');
  await database.query.execute('analyze gpt_usage_day');
  return { ...report, usageDays };
}

function* rowsOf(requested: Synthetic): Generator<ImportRow> {
  for (const { gpt } of syntheticEntries(requested)) yield { place: gpt.id, value: gpt };
}

/** Stores the growth by day. It is 0 on the first known day, because the total of that day was not reached on it. */
async function storeUsage(
  database: Database,
  entries: readonly SyntheticEntry[],
  until: Day,
): Promise<number> {
  const sorted = entries.toSorted((one, other) => (one.gpt.id < other.gpt.id ? -1 : 1));
  const { rowCount } = await database.pool.query(
    `insert into gpt_usage_day (gpt_id, day, imported)
    select source.id, source.first_day + (known.number - 1)::integer, known.growth
    from unnest($1::text[], $2::date[], $3::text[]) as source (id, first_day, growth),
      unnest(source.growth::bigint[]) with ordinality as known (growth, number)
    on conflict (gpt_id, day) do update set imported = excluded.imported, estimated = false, gap = false
    where gpt_usage_day.imported <> excluded.imported or gpt_usage_day.estimated or gpt_usage_day.gap`,
    [
      sorted.map(({ gpt }) => gpt.id),
      sorted.map(({ history }) => addDays(until, -history.growth.length)),
      sorted.map(({ history }) => `{${[0, ...history.growth].join(',')}}`),
    ],
  );
  return rowCount ?? 0;
}

function* batches<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
