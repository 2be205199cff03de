import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { type Statement, run } from '#server/db/statement.ts';
import type { Executor } from '#server/db/connect.ts';

type Caps = ReadonlyMap<string, number>;

/** By provider: what its answers cost on a day, in micro-USD. */
export async function readSpending(query: Executor, now: Date): Promise<Map<string, number>> {
  const { rows } = await query.execute<{ provider: string; micros: number }>(sql`
    select provider, sum(micros)::float8 as micros from provider_spend where day = ${dayOf(now)}::date group by 1`);
  return new Map(rows.map(({ provider, micros }) => [provider, micros]));
}

const resting: Statement = {
  name: 'read_resting_providers',
  text: `select provider from provider_spend where day = $1::date and provider = any($2::text[])
    group by provider having sum(micros) >= ($3::bigint[])[array_position($2::text[], provider)]`,
};

/**
 * The providers that rest until tomorrow (UTC), because what answers cost there today has reached their cap. Answers that
 * run are not among the costs yet: a cap is exceeded by these at most. Costs nothing where there is no cap.
 */
export async function restingProviders(
  query: Executor,
  caps: Caps,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (caps.size === 0) return new Set();
  const values = [dayOf(now), [...caps.keys()], [...caps.values()]];
  // A cap of 0 has no row to reach it.
  const stopped = [...caps].filter(([, cap]) => cap === 0).map(([provider]) => provider);
  const rows = await run<{ provider: string }>(query, resting, values);
  return new Set([...stopped, ...rows.map(({ provider }) => provider)]);
}
