import { dayOf } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import { readCount } from '#server/db/queries/rateLimits.ts';
import { mailLimits } from '#server/services/limits/codeLimits.ts';
import { everybodyUse } from '#server/services/limits/countGuess.ts';
import { startKey } from '#server/services/limits/takeStart.ts';
import { limitKey } from '#server/services/limits/takePoints.ts';

/** A limit of all visitors together: guessed codes, mailed codes, grants of starting credits. */
export type SharedLimit = 'guesses' | 'mails' | 'starts';

/** Returns which limits of all visitors are used up now, with their sizes. */
export async function findUsedUpLimits(
  platform: CorePlatform,
): Promise<ReadonlyMap<SharedLimit, number>> {
  const { config, database, now } = platform;
  const guesses = everybodyUse(platform);
  const mails = mailLimits(config.mailsPerHour).everybody;
  const limits: { name: SharedLimit; key: string; most: number }[] = [
    { name: 'guesses', key: limitKey(platform, guesses), most: guesses.limit.points },
    { name: 'mails', key: limitKey(platform, { limit: mails, by: 'all' }), most: mails.points },
    {
      name: 'starts',
      key: startKey(platform, 'all', `all ${dayOf(now())}`),
      most: config.startsPerDay.all,
    },
  ];
  const usedUp = new Map<SharedLimit, number>();
  for (const { name, key, most } of limits) {
    // 0 stands for no limit.
    const count = most > 0 ? await readCount(database.query, key, now().getTime()) : undefined;
    if (count && count.points >= most) usedUp.set(name, most);
  }
  return usedUp;
}
