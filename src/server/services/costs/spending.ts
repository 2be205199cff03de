import { eq, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { readExhausted } from '#server/db/queries/costs.ts';
import { findRow } from '#server/db/findRow.ts';
import { providerCap, providerSpend } from '#server/db/schema/costs.ts';
import type { Executor } from '#server/db/connect.ts';

type Caps = ReadonlyMap<string, number>;

/** Returns today's spending by provider, in micro-USD. */
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
 * Whether a provider must not get an order of this cost: it has a daily cap which is reached, or the cost is unknown. Read
 * from the database, for processes without a catalogue of models.
 */
export async function isOverCap(
  query: Executor,
  { provider, cost }: { provider: string; cost: number | undefined },
  now: Date,
): Promise<boolean> {
  const cap = await findRow(query, providerCap, eq(providerCap.provider, provider));
  if (!cap) return false;
  if (cost === undefined) return true;
  return (await findPausedProviders(query, new Map([[provider, cap.daily]]), now)).has(provider);
}

/**
 * Returns the resting providers: those whose spending today (UTC) has reached their cap, so that they are not asked
 * until tomorrow. Running answers are not counted yet, so a cap can be exceeded by their cost. Makes no query when
 * there are no caps.
 */
export async function findPausedProviders(
  query: Executor,
  caps: Caps,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (caps.size === 0) return new Set();
  // A provider with a cap of 0 has no row that could reach it.
  const stopped = [...caps].filter(([, cap]) => cap === 0).map(([provider]) => provider);
  return new Set([...stopped, ...(await readExhausted(query, dayOf(now), caps))]);
}
