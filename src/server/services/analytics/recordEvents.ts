import type { CountedEvents } from '#contract/operation/analytics.ts';
import { dayOf } from '#domain/dates.ts';
import { sourceCategory, sourceLabel, sourcesPerDay } from '#domain/operation/analytics.ts';
import type { Context } from '#server/context.ts';
import { addCounts } from '#server/db/queries/analytics.ts';
import { analyticsLimits } from '#server/services/limits/limits.ts';
import { networkUses, takePoints } from '#server/services/limits/takePoints.ts';

type Row = { category: string; label: string; count: number };

/**
 * Adds events to the counts of today. The network of the sender is only used for its rate limit and not stored with
 * them. Throws `too_many_requests` with `retry_seconds`.
 */
export async function recordEvents(context: Context, events: CountedEvents): Promise<void> {
  const { actor, database, now } = context;
  await takePoints(context, networkUses(analyticsLimits.network, actor.address));
  const limited = { category: sourceCategory, most: sourcesPerDay };
  await addCounts(database.query, dayOf(now()), rowsOf(events), limited);
}

function rowsOf(events: CountedEvents): Row[] {
  return Object.entries(events).flatMap(([category, counts = {}]) =>
    Object.entries(counts).map(([name, count]) => ({
      category,
      label: category === sourceCategory ? sourceLabel(name) : name,
      count,
    })),
  );
}
