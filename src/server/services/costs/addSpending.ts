import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { providerSpend } from '#server/db/schema/costs.ts';

/** Adds a cost in micro-USD that belongs to no answer, or is known before its end, to today's spending at a provider. */
export async function addSpending(
  query: Executor,
  provider: string,
  micros: number,
  now: Date,
): Promise<void> {
  if (micros === 0) return;
  await query
    .insert(providerSpend)
    .values({ provider, day: dayOf(now), shard: 0, micros })
    .onConflictDoUpdate({
      target: [providerSpend.provider, providerSpend.day, providerSpend.shard],
      set: { micros: sql`${providerSpend.micros} + excluded.micros` },
    });
}
