import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { providerSpend } from '#server/db/schema/costs.ts';
import { redactedError } from '#server/errors.ts';

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

/** Adds the costs of upstreams that were given up while they were silent. A failure is logged: the answer goes on. */
export async function addSpendings(
  { database, log, now }: CorePlatform,
  costs: readonly { provider: string; micros: number }[],
): Promise<void> {
  try {
    for (const { provider, micros } of costs) {
      await addSpending(database.query, provider, micros, now());
    }
  } catch (error) {
    log.warn({ error: redactedError(error) }, 'the cost of a silent upstream was not counted');
  }
}
