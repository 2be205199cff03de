import { dayOf } from '#domain/dates.ts';
import { siteAnswersPerDay } from '#domain/search/aiSearch.ts';
import type { CorePlatform } from '#server/context.ts';
import { addToCounts, takeOfCount } from '#server/db/queries/rateLimits.ts';
import { limitKey } from '#server/services/limits/takePoints.ts';

const dayMilliseconds = 86_400_000;

/**
 * Takes one of the free answers of a model that an account has on a day (UTC). Returns whether there was one. It is one
 * conditional statement, so that questions that run at the same time, on any server, never take more.
 */
export function takeSiteAnswer(platform: CorePlatform, userId: string): Promise<boolean> {
  const now = platform.now();
  return takeOfCount(platform.database.query, {
    key: keyOf(platform, userId),
    most: siteAnswersPerDay,
    milliseconds: dayMilliseconds,
    now: now.getTime(),
  });
}

/** Gives back an answer without a model and a charge. The day is that on which it was taken. */
export async function giveSiteAnswerBack(
  platform: CorePlatform,
  userId: string,
  taken: Date,
): Promise<void> {
  await addToCounts(platform.database.query, -1, {
    keys: [keyOf(platform, userId, taken)],
    milliseconds: [dayMilliseconds],
    now: taken.getTime(),
  });
}

/** The key has the day, so that a new day begins with a count of its own. */
function keyOf(platform: CorePlatform, userId: string, at = platform.now()): string {
  const by = `${userId} ${dayOf(at)}`;
  return limitKey(platform, { limit: { name: 'site_answer' }, by });
}
