import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { type Observation, type UsageDay, usageOfHistory } from '#domain/history.ts';
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

/**
 * Works out the daily use (`gpt_usage_day.imported`) of every GPT whose history changed. The days of one GPT are replaced
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
    if (step.gpts === 0) return derived;
    derived.gpts += step.gpts;
    derived.unknown += step.unknown;
    progress(derived.gpts, Math.max(all, derived.gpts));
  }
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
  const frozenDays = await readFrozenDays(transaction);
  const derived = ids.map((id) => ({
    id,
    usage: usageOfHistory(histories.get(id) ?? [], frozenDays),
  }));
  await writeUsage(transaction, derived);
  await clearOtherDays(transaction, derived);
}

async function readHistories(
  transaction: Executor,
  ids: readonly string[],
): Promise<Map<string, Observation[]>> {
  const { rows } = await transaction.execute<{ gpt_id: string; days: Day[]; counts: string[] }>(
    sql`select gpt_id, array_agg(day::text) as days, array_agg(conversations::text) as counts
      from history_day where gpt_id = any(${sql.param(ids)}::text[]) and conversations is not null group by gpt_id`,
  );
  return new Map(
    rows.map(({ gpt_id, days, counts }) => [
      gpt_id,
      days.map((day, place) => ({ day, conversations: Number(counts[place]) })),
    ]),
  );
}

async function readFrozenDays(transaction: Executor): Promise<Set<Day>> {
  const { rows } = await transaction.execute<{ day: Day }>(
    sql`select day::text from history_source_day where is_frozen`,
  );
  return new Set(rows.map(({ day }) => day));
}

/** The days of one GPT follow each other, so the first of them and lists of numbers say it all. */
async function writeUsage(transaction: Executor, derived: readonly Derived[]): Promise<void> {
  const some = derived.filter(({ usage }) => usage.length > 0);
  const list = (values: readonly unknown[]) => `{${values.join(',')}}`;
  await transaction.execute(
    sql`insert into gpt_usage_day as stored (gpt_id, day, imported, estimated)
      select source.id, source.first_day + (known.number - 1)::integer, known.imported, known.estimated
      from unnest(
        ${sql.param(some.map(({ id }) => id))}::text[],
        ${sql.param(some.map(({ usage }) => usage[0]?.day))}::date[],
        ${sql.param(some.map(({ usage }) => list(usage.map(({ imported }) => imported))))}::text[],
        ${sql.param(some.map(({ usage }) => list(usage.map(({ estimated }) => estimated))))}::text[]
      ) as source (id, first_day, imported, estimated),
      unnest(source.imported::bigint[], source.estimated::boolean[]) with ordinality as known (imported, estimated, number)
      on conflict (gpt_id, day) do update set imported = excluded.imported, estimated = excluded.estimated
      where (stored.imported, stored.estimated) is distinct from (excluded.imported, excluded.estimated)`,
  );
}

/** What an earlier history gave to days outside of the known ones. */
async function clearOtherDays(transaction: Executor, derived: readonly Derived[]): Promise<void> {
  const spans = sql`unnest(
      ${sql.param(derived.map(({ id }) => id))}::text[],
      ${sql.param(derived.map(({ usage }) => usage[0]?.day ?? null))}::date[],
      ${sql.param(derived.map(({ usage }) => usage.at(-1)?.day ?? null))}::date[]
    ) as span (id, first_day, last_day)`;
  const isOutside = sql`stored.gpt_id = span.id
    and (stored.day between span.first_day and span.last_day) is not true`;
  await transaction.execute(
    sql`update gpt_usage_day as stored set imported = 0, estimated = false from ${spans}
      where ${isOutside} and stored.own > 0 and (stored.imported > 0 or stored.estimated)`,
  );
  await transaction.execute(
    sql`delete from gpt_usage_day as stored using ${spans} where ${isOutside} and stored.own = 0`,
  );
}
