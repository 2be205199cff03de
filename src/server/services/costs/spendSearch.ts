import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { providerSpend } from '#server/db/schema/costs.ts';

/** Adds the cost of a search, in micro-USD, to today's spending at its provider. */
export async function spendSearch(
  query: Executor,
  provider: string,
  micros: number,
  now: Date,
): Promise<void> {
  await query
    .insert(providerSpend)
    .values({ provider, day: dayOf(now), shard: 0, micros })
    .onConflictDoUpdate({
      target: [providerSpend.provider, providerSpend.day, providerSpend.shard],
      set: { micros: sql`${providerSpend.micros} + excluded.micros` },
    });
}
