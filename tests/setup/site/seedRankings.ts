import { eq, isNull } from 'drizzle-orm';
import { addDays } from '#domain/dates.ts';
import { periodOf } from '#domain/ranking/ranking.ts';
import type { Database } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay, historySource, historySourceDay } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { stillSource } from '../../fixtures/rankings.ts';
import { newestFixture, plainGpts } from '../../fixtures/snapshot.ts';
import { lastRankedDay, rankedDays, rankedGpts, recountReason, recountedWeek } from './seeded.ts';

type UsageRow = typeof gptUsageDay.$inferInsert;

/**
 * Uses GPTs on `rankedDays` and freezes what follows: some so often that they come first, the plain ones less often, and
 * all others on the last day only, so that its day and week have a hundred places.
 */
export async function seedRankings(database: Database): Promise<void> {
  const ids = await loadChats(database);
  // A smaller catalogue lacks the plain ones.
  const isKnown = ({ gptId }: UsageRow): boolean => ids.includes(gptId);
  const rows = [
    ...rankedRows(),
    ...plainRows().filter(isKnown),
    ...ids.map((gptId, place) => ({ gptId, day: lastRankedDay, own: 1 + ((place * 7) % 11) })),
  ];
  await database.query.insert(gptUsageDay).values(rows).onConflictDoNothing();
  await addStillSource(database);
  await freezePeriods(database, new Date(), Infinity);
  const period = periodOf('weekly', recountedWeek);
  if (period === undefined) throw new Error(`${recountedWeek} is no Monday`);
  await refreeze(database, { range: 'weekly', period, reason: recountReason }, new Date());
}

/** Sets the chats of the ranked GPTs, which are the most used ones, and of those without any. Returns all ids. */
async function loadChats({ query }: Database): Promise<string[]> {
  const known = await query
    .select({ id: gpt.id, own: gpt.ownChats, elsewhere: gpt.elsewhereChats })
    .from(gpt)
    .where(isNull(gpt.removed))
    .orderBy(gpt.id);
  for (const [number, { id, own, elsewhere }] of known.entries()) {
    const place = rankedGpts.findIndex((ranked) => ranked === id);
    const ownChats = place === -1 ? 100 + 37 * number : mostChats - place;
    if (place === -1 && (own > 0 || elsewhere !== null)) continue;
    await query.update(gpt).set({ ownChats }).where(eq(gpt.id, id));
  }
  return known.map(({ id }) => id);
}

const mostChats = 2_000_000;

/** The first GPT is overtaken by the second on the last day, and a part of the third one’s use is estimated. */
function rankedRows(): UsageRow[] {
  return rankedGpts.flatMap((gptId, place) =>
    rankedDays.map((day) => {
      const own = 100 - 10 * place + (place === 1 && day === lastRankedDay ? 30 : 0);
      return { gptId, day, own, imported: place === 2 ? 1 : 0, estimated: place === 2 };
    }),
  );
}

/** The first half rises on the last day. One was used elsewhere, on that day only. */
function plainRows(): UsageRow[] {
  return plainGpts.flatMap(({ id: gptId }, index): UsageRow[] => {
    if (index === newestFixture) return [{ gptId, day: lastRankedDay, imported: 7 }];
    return rankedDays.map((day, number) => {
      const isRising = day === lastRankedDay && index < plainGpts.length / 2;
      return { gptId, day, own: 3 + ((index * 7 + number * 3) % 11) + (isRising ? 20 : 0) };
    });
  });
}

/** A source of histories that repeated its numbers within the newest week. */
async function addStillSource({ query }: Database): Promise<void> {
  const [source] = await query.insert(historySource).values({ name: stillSource }).returning();
  const days = [3, 2].map((back) => addDays(lastRankedDay, -back));
  await query
    .insert(historySourceDay)
    .values(
      days.map((day) => ({ sourceId: source?.id ?? 0, day, isFrozen: true, isChecked: true })),
    );
}
