import { eq, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { readExhausted } from '#server/db/queries/costs.ts';
import { providerSpend } from '#server/db/schema/costs.ts';
import type { Executor } from '#server/db/connect.ts';

type Caps = ReadonlyMap<string, number>;

/** By provider: what its answers cost on a day, in micro-USD. */
export async function readSpending(query: Executor, now: Date): Promise<Map<string, number>> {
  const rows = await query
    .select({
      provider: providerSpend.provider,
      micros: sql<number>`sum(${providerSpend.micros})::float8`,
    })
    .from(providerSpend)
    .where(eq(providerSpend.day, dayOf(now)))
    .groupBy(providerSpend.provider);
  return new Map(rows.map(({ provider, micros }) => [provider, micros]));
}

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
  // A cap of 0 has no row to reach it.
  const stopped = [...caps].filter(([, cap]) => cap === 0).map(([provider]) => provider);
  return new Set([...stopped, ...(await readExhausted(query, dayOf(now), caps))]);
}
