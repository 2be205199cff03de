import type { StartLimit } from '#domain/credits/credits.ts';
import type { Context, CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { takeOfCount } from '#server/db/queries/rateLimits.ts';
import { householdOf } from '#server/services/limits/network.ts';
import { limitKey } from '#server/services/limits/takePoints.ts';

const dayMilliseconds = 86_400_000;

/**
 * Counts a grant of starting credits in the transaction that makes the account, so that parallel sign-ups exceed no limit
 * and a failed one counts nothing. Days are UTC. Returns the limit that is used up; `undefined` if the grant may be made.
 */
export async function takeStart(
  transaction: Executor,
  context: Context,
): Promise<StartLimit | undefined> {
  const { config, actor } = context;
  const time = context.now();
  const day = time.toISOString().slice(0, 10);
  // Always in this order, to prevent deadlocks. Everybody waits for the last one, so it comes last.
  const counts = [
    { limit: 'network', by: householdOf(actor.address) },
    { limit: 'all', by: 'all' },
  ] as const;
  for (const { limit, by } of counts) {
    const most = config.startsPerDay[limit];
    if (most === 0) continue;
    const key = startKey(context, limit, `${by} ${day}`);
    const isFree = await takeOfCount(transaction, {
      key,
      most,
      // The day is part of the key, so the row only has to outlive it.
      milliseconds: dayMilliseconds,
      now: time.getTime(),
    });
    if (!isFree) return limit;
  }
  return undefined;
}

/** Returns the key of the starts of a day. `by` is a network, or `all`, and the day. */
export function startKey(platform: CorePlatform, limit: StartLimit, by: string): string {
  return limitKey(platform, { limit: { name: `start_${limit}` }, by });
}
