import { eq } from 'drizzle-orm';
import { periodOf } from '#domain/ranking.ts';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { rankedDays, rankedGpts, recountReason, recountedWeek } from './seeded.ts';

/**
 * Uses some GPTs on `rankedDays`, a few times each, and freezes what follows. The first GPT is overtaken by the second
 * on the last day, and a part of the third one’s use is estimated.
 */
export async function seedRankings(database: Database): Promise<void> {
  const rows = rankedGpts.flatMap((gptId, place) =>
    rankedDays.map((day, number) => {
      const isLast = number === rankedDays.length - 1;
      const own = 10 - place + (place === 1 && isLast ? 3 : 0);
      return { gptId, day, own, imported: place === 2 ? 1 : 0, estimated: place === 2 };
    }),
  );
  const stored = await database.query
    .insert(gptUsageDay)
    .values(rows)
    .onConflictDoNothing()
    .returning({ gptId: gptUsageDay.gptId });
  // A data folder that was used before has them.
  if (stored.length === 0) return;
  for (const [place, id] of rankedGpts.entries()) {
    await database.query
      .update(gpt)
      .set({ ownChats: 100 - place })
      .where(eq(gpt.id, id));
  }
  await freezePeriods(database, new Date(), Infinity);
  const period = periodOf('weekly', recountedWeek);
  if (period === undefined) throw new Error(`${recountedWeek} is no Monday`);
  await refreeze(database, { range: 'weekly', period, reason: recountReason }, new Date());
}
