import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import {
  type Observation,
  type SourceHistory,
  type UsageDay,
  usageOfSources,
} from '#domain/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { findFrozenDays } from '#server/services/gpts/history/findFrozenDays.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';

export type DerivedUsage = {
  /** GPTs whose daily use was worked out, and how many of them the catalogue does not have. */
  gpts: number;
  unknown: number;
};

type Derived = { id: string; usage: readonly UsageDay[] };

const gptsPerTransaction = 50;

/** From so many GPTs on, the statistics of the tables are renewed. */
const manyGpts = 100;

/**
 * Works out the daily use (`gpt_usage_day.imported`) and the newest reading of every GPT whose history changed. The days of one GPT are replaced
 * in one transaction; days with conversations held here stay, and so do frozen rankings. Ended at any moment, it goes on
 * where it was when it is called again.
 */
export async function deriveUsage(
  database: Database,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<DerivedUsage> {
  await findFrozenDays(database);
  const { rows } = await database.query.execute<{ all: number }>(
    sql`select count(*)::integer as all from history_stale_gpt`,
  );
  const all = rows[0]?.all ?? 0;
  const derived: DerivedUsage = { gpts: 0, unknown: 0 };
  for (;;) {
    const step = await database.transaction(deriveNext);
    if (step.gpts === 0) break;
    derived.gpts += step.gpts;
    derived.unknown += step.unknown;
    progress(derived.gpts, Math.max(all, derived.gpts));
  }
  // Without fresh statistics the first queries over so many new days take the slow way, up to their time limit.
  if (derived.gpts >= manyGpts) await database.query.execute('analyze history_day, gpt_usage_day');
  return derived;
}

async function deriveNext(transaction: Executor): Promise<DerivedUsage> {
  await lockDerivation(transaction);
  const { rows } = await transaction.execute<{ gpt_id: string; known: boolean }>(
    sql`delete from history_stale_gpt as stale where gpt_id in (
        select gpt_id from history_stale_gpt order by gpt_id limit ${gptsPerTransaction} for update)
      returning gpt_id, exists (select from gpt where gpt.id = stale.gpt_id) as known`,
  );
  const ids = rows.map((row) => row.gpt_id).toSorted();
  if (ids.length > 0) await derive(transaction, ids);
  return { gpts: ids.length, unknown: rows.filter(({ known }) => !known).length };
}

async function derive(transaction: Executor, ids: readonly string[]): Promise<void> {
  const histories = await readHistories(transaction, ids);
  const derived = ids.map((id) => ({ id, usage: usageOfSources(histories.get(id) ?? []) }));
  await writeUsage(transaction, derived);
  await clearOtherDays(transaction, derived);
  await writeReadings(transaction, ids);
}

/** The histories of each GPT, the oldest source first. */
async function readHistories(
  transaction: Executor,
  ids: readonly string[],
): Promise<Map<string, SourceHistory[]>> {
  const frozenDays = await readFrozenDays(transaction);
  const { rows } = await transaction.execute<{
    gpt_id: string;
    source_id: number;
    days: Day[];
    counts: string[];
  }>(
    sql`select gpt_id, source_id, array_agg(day::text) as days, array_agg(conversations::text) as counts
      from history_day where gpt_id = any(${sql.param(ids)}::text[]) and conversations is not null
      group by gpt_id, source_id order by source_id`,
  );
  const histories = new Map<string, SourceHistory[]>();
  for (const { gpt_id, source_id, days, counts } of rows) {
    const observations = days.map((day, place): Observation => ({
      day,
      conversations: Number(counts[place]),
    }));
    const history = { observations, frozenDays: frozenDays.get(source_id) ?? new Set<Day>() };
    histories.set(gpt_id, [...(histories.get(gpt_id) ?? []), history]);
  }
  return histories;
}

/** The frozen days of each source. */
async function readFrozenDays(transaction: Executor): Promise<Map<number, Set<Day>>> {
  const { rows } = await transaction.execute<{ source_id: number; days: Day[] }>(
    sql`select source_id, array_agg(day::text) as days from history_source_day where is_frozen group by source_id`,
  );
  return new Map(rows.map(({ source_id, days }) => [source_id, new Set(days)]));
}

/** The catalogue follows the newest readings; its rows are locked in one order, so that nobody waits in a circle. */
async function writeReadings(transaction: Executor, ids: readonly string[]): Promise<void> {
  await transaction.execute(
    sql`update gpt set history_chats = reading.chats, history_source = reading.source, history_day = reading.day
      from (
        select id from gpt where id = any(${sql.param(ids)}::text[]) order by id for no key update
      ) as given left join lateral newest_reading(given.id) as reading on true
      where gpt.id = given.id and (gpt.history_chats, gpt.history_source, gpt.history_day)
        is distinct from (reading.chats, reading.source, reading.day)`,
  );
}

/** The days of one GPT follow each other, so the first of them and lists of numbers say it all. */
async function writeUsage(transaction: Executor, derived: readonly Derived[]): Promise<void> {
  const some = derived.filter(({ usage }) => usage.length > 0);
  const list = (values: readonly unknown[]) => `{${values.join(',')}}`;
  await transaction.execute(
    sql`insert into gpt_usage_day as stored (gpt_id, day, imported, estimated, gap)
      select source.id, source.first_day + (known.number - 1)::integer, known.imported, known.estimated, known.gap
      from unnest(
        ${sql.param(some.map(({ id }) => id))}::text[],
        ${sql.param(some.map(({ usage }) => usage[0]?.day))}::date[],
        ${sql.param(some.map(({ usage }) => list(usage.map(({ imported }) => imported))))}::text[],
        ${sql.param(some.map(({ usage }) => list(usage.map(({ estimated }) => estimated))))}::text[],
        ${sql.param(some.map(({ usage }) => list(usage.map(({ gap }) => gap))))}::text[]
      ) as source (id, first_day, imported, estimated, gap),
      unnest(source.imported::bigint[], source.estimated::boolean[], source.gap::boolean[])
        with ordinality as known (imported, estimated, gap, number)
      on conflict (gpt_id, day) do update
        set imported = excluded.imported, estimated = excluded.estimated, gap = excluded.gap
      where (stored.imported, stored.estimated, stored.gap)
        is distinct from (excluded.imported, excluded.estimated, excluded.gap)`,
  );
}

/** Values that an earlier history gave to days outside of the known ones. */
async function clearOtherDays(transaction: Executor, derived: readonly Derived[]): Promise<void> {
  const spans = sql`unnest(
      ${sql.param(derived.map(({ id }) => id))}::text[],
      ${sql.param(derived.map(({ usage }) => usage[0]?.day ?? null))}::date[],
      ${sql.param(derived.map(({ usage }) => usage.at(-1)?.day ?? null))}::date[]
    ) as span (id, first_day, last_day)`;
  const isOutside = sql`stored.gpt_id = span.id
    and (stored.day between span.first_day and span.last_day) is not true`;
  await transaction.execute(
    sql`update gpt_usage_day as stored set imported = 0, estimated = false, gap = false from ${spans}
      where ${isOutside} and stored.own > 0 and (stored.imported > 0 or stored.estimated or stored.gap)`,
  );
  await transaction.execute(
    sql`delete from gpt_usage_day as stored using ${spans} where ${isOutside} and stored.own = 0`,
  );
}
