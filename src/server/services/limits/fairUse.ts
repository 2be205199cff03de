import { freeStopsPerDay } from '#domain/chat/chat.ts';
import type { Tier } from '#domain/plans/plans.ts';
import type { Config } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { type Counted, type Uses, addToCounts } from '#server/db/queries/rateLimits.ts';
import { limitKey, tooManyRequests } from '#server/services/limits/takePoints.ts';

/** The limits of questions, in the order of their keys, to prevent deadlocks. */
const limits = [
  { name: 'question_day', seconds: 86_400, pointsOf: (config: Config) => config.questionsPerDay },
  {
    name: 'question_minute',
    seconds: 60,
    pointsOf: (config: Config) => config.questionsPerMinute,
  },
] as const;

/** Returns the keys under which a question counts. */
export function questionUses(platform: CorePlatform, userId: string): Uses {
  return {
    keys: limits.map((limit) => limitKey(platform, { limit, by: userId })),
    milliseconds: limits.map(({ seconds }) => seconds * 1_000),
    now: Date.now(),
  };
}

/** Throws `too_many_requests` with `retry_seconds` when a user of this tier has asked too many questions. */
export function refuseTooManyQuestions(
  config: Config,
  tier: Tier,
  counted: readonly Counted[],
): void {
  const waits = limits.map(({ name, pointsOf }) => {
    const most = pointsOf(config)[tier];
    const found = counted.find(({ key }) => key.startsWith(`${name}:`));
    if (!found || most === 0 || found.points <= most) return 0;
    return Math.max(1, Math.ceil(found.rest / 1_000));
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw tooManyRequests(wait);
}

/** Throws `too_many_stops` when a user has stopped as many answers before their first word as are free in a day. */
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

/** Takes back the count of a question that is not asked in the end. */
export async function uncountQuestion(platform: CorePlatform, uses: Uses): Promise<void> {
  try {
    await addToCounts(platform.database.query, -1, uses);
  } catch (error) {
    // The caller's own error is the one that the user must read.
    platform.log.warn(
      { error: redactedError(error) },
      'a question that was not asked stays counted',
    );
  }
}
