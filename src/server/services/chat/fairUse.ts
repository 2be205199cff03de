import { freeStopsPerDay } from '#domain/chat.ts';
import type { Tier } from '#domain/plans.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/context.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { limitKey } from '#server/services/login/limits.ts';

type Means = Pick<Platform, 'config' | 'database' | 'log'>;

/** What users may ask in a time, in the order of their keys, so that nobody waits for somebody who waits for them. */
const limits = [
  { name: 'question_day', seconds: 86_400, pointsOf: (config: Config) => config.questionsPerDay },
  {
    name: 'question_minute',
    seconds: 60,
    pointsOf: (config: Config) => config.questionsPerMinute,
  },
] as const;

/** The keys of one user, each with its time in milliseconds, as values of a statement, and the time by which it counts. */
export type Uses = { keys: string[]; milliseconds: number[]; now: number };

/** What was counted so far under a key, this question included, and the milliseconds until that is over. */
export type Counted = { key: string; points: number; rest: number };

/**
 * Counts a question, under `condition`, as a part of another statement: every question pays for each of them. It counts
 * as `limits.ts` does, in the same table. `$1` are the points, `$2` to `$4` are `Uses`.
 */
export function countingPart(condition: string): string {
  return `insert into rate_limit as old (key, points, expire)
    select key, greatest($1::integer, 0), $4::bigint + milliseconds
    from unnest($2::text[], $3::bigint[]) as used (key, milliseconds) where ${condition}
    on conflict (key) do update set
      points = case when old.expire <= $4 then excluded.points else old.points + $1 end,
      expire = case when old.expire <= $4 then excluded.expire else old.expire end
    returning key, points, expire::float8 - $4 as rest`;
}

const takingBack: Statement = { name: 'take_back_question', text: countingPart('true') };

export function usesOf(means: Pick<Means, 'config'>, userId: string): Uses {
  return {
    keys: limits.map((limit) => limitKey(means, { limit, by: userId })),
    milliseconds: limits.map(({ seconds }) => seconds * 1_000),
    now: Date.now(),
  };
}

/** Throws `too_many_requests` with `retry_seconds` when a user of this tier has asked too much. */
export function refuseTooMany(config: Config, tier: Tier, counted: readonly Counted[]): void {
  const waits = limits.map(({ name, pointsOf }) => {
    const most = pointsOf(config)[tier];
    const found = counted.find(({ key }) => key.startsWith(`${name}:`));
    if (!found || most === 0 || found.points <= most) return 0;
    return Math.max(1, Math.ceil(found.rest / 1_000));
  });
  const wait = Math.max(...waits);
  if (wait === 0) return;
  throw new AppError('too_many_requests', `Too many requests; try again in ${wait} seconds`, {
    retry_seconds: wait,
  });
}

/** Throws `too_many_stops` when a user has stopped as many answers before output as may be in a day. */
export function refuseAfterStops(firstOfFreeStops: Date | undefined, now: Date): void {
  if (firstOfFreeStops === undefined) return;
  const seconds = Math.ceil((firstOfFreeStops.getTime() - now.getTime()) / 1_000) + 86_400;
  throw new AppError(
    'too_many_stops',
    `${freeStopsPerDay} answers were stopped before their first word within a day`,
    {
      limit: freeStopsPerDay,
      retry_seconds: Math.max(1, seconds),
      hours: Math.max(1, Math.ceil(seconds / 3_600)),
    },
  );
}

/** Takes back what was counted for a question that is not asked after all. */
export async function takeBack(means: Means, { keys, milliseconds, now }: Uses): Promise<void> {
  const values = [-1, keys, milliseconds, now];
  try {
    await run(means.database.query, takingBack, values);
  } catch (error) {
    // The reason why it was not asked is what its user must read.
    means.log.warn({ error: redactedError(error) }, 'a question that was not asked stays counted');
  }
}
