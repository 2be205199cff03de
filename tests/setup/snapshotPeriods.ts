import { type Day, addDays } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import type { SnapshotStep } from './snapshotSteps.ts';

type Freeze = Extract<SnapshotStep, { kind: 'freeze' }>;

/** Freezes a period, writes a note on it, or removes it or its records. */
export async function changePeriod(
  database: Database,
  step: Extract<SnapshotStep, { kind: 'freeze' | 'note' | 'unfreeze' | 'unrecord' }>,
  closedDay: Day,
): Promise<void> {
  if (step.kind === 'freeze') return freeze(database, step, closedDay);
  const name = [step.range, periodOf(step, closedDay).value];
  await (step.kind === 'note'
    ? database.pool.query(
        `update ranking_period set refrozen = now(), note = $3 where range = $1 and value = $2`,
        [...name, `Note ${step.text}`],
      )
    : database.pool.query(
        `delete from ${step.kind === 'unfreeze' ? 'ranking_period' : 'ranking_record'} where range = $1 and value = $2`,
        name,
      ));
}

function periodOf(
  { range, back }: Pick<Freeze, 'range' | 'back'>,
  closedDay: Day,
): { value: string; lastDay: Day } {
  const days = { daily: 1, weekly: 7, monthly: 31 }[range];
  const lastDay = addDays(closedDay, -back * days);
  return { value: range === 'monthly' ? lastDay.slice(0, 7) : lastDay, lastDay };
}

/** Freezes a period, or counts it again, as the services do: in one transaction. */
async function freeze(database: Database, step: Freeze, closedDay: Day): Promise<void> {
  const { value, lastDay } = periodOf(step, closedDay);
  const name = [step.range, value];
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into ranking_period (range, value, first_day, last_day, own, imported, frozen)
      values ($1, $2, $3, $3, $4, 0, now()) on conflict (range, value) do update set own = excluded.own`,
      [...name, lastDay, step.own],
    );
    for (const table of ['ranking_row', 'ranking_category']) {
      await client.query(`delete from ${table} where range = $1 and value = $2`, name);
    }
    const scopes = ['', ...(step.range === 'monthly' ? step.categories.map(String) : [])];
    await client.query(
      `insert into ranking_row
        (range, value, scope, rank, gpt_id, own, imported, previous, is_new, is_estimated, trend)
      select $1, $2, scope, rank, 'gpt-' || rank, $4, 0, 0, false, false, '{}'
      from unnest($3::text[]) as scope, generate_series(1, $5) as rank`,
      [...name, scopes, step.own, step.own === 0 ? 0 : 102],
    );
    await client.query(
      `insert into ranking_category (range, value, category, gpts, own, imported)
      select $1, $2, category, 1, $4, 0 from unnest($3::text[]) as category`,
      [...name, scopes.slice(1), step.own],
    );
    await client.query(
      `insert into ranking_record (range, number, value, kind, recorded, formula, inputs_hash, result_hash, hash, inputs)
      select $1::text, coalesce(max(number), 0) + 1, $2::text, 'freeze', '2026-03-09T06:00:00Z', 1, $3, $3, $3, $4
      from ranking_record where range = $1`,
      [...name, 'a'.repeat(64), `inputs ${step.own}`],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
