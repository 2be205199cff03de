import type { Day } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';
import { allowLongCount, countPeriod } from '#server/services/ranking/countPeriod.ts';
import { type NamedPeriod, duePeriods, firstUsedDay } from '#server/services/ranking/duePeriods.ts';

export type FreezeReport = {
  /** The periods frozen by this call, oldest first. */
  frozen: NamedPeriod[];
  isMore: boolean;
};

/**
 * Freezes up to `most` due periods (`duePeriods`), oldest first. Each has its own transaction, so that several servers
 * share the work, each period is counted once, and an interrupted one leaves nothing. Throws `HistoryPending` while
 * daily use is being derived from an imported history.
 */
export async function freezePeriods(
  database: Database,
  now: Date,
  most: number,
  progress: (named: NamedPeriod) => void = () => undefined,
): Promise<FreezeReport> {
  const periods = await duePeriods(database.query, now);
  const firstDay = periods.length === 0 ? undefined : await firstUsedDay(database.query);
  const frozen: NamedPeriod[] = [];
  for (const named of periods) {
    if (frozen.length === most) return { frozen, isMore: true };
    if (!(await freezePeriod(database, named, firstDay ?? named.period.from, now))) continue;
    frozen.push(named);
    progress(named);
  }
  return { frozen, isMore: false };
}

/** Rolls back the claim of a period in which no GPT has a place. */
class NothingToRank extends Error {}

/** Returns whether this call froze the period. Waits for another transaction that freezes it. */
async function freezePeriod(
  database: Database,
  { range, period }: NamedPeriod,
  firstDay: Day,
  now: Date,
): Promise<boolean> {
  const work = database.transaction(async (transaction) => {
    await allowLongCount(transaction);
    const { value, from, to } = period;
    const claimed = await transaction
      .insert(rankingPeriod)
      .values({ range, value, firstDay: from, lastDay: to, own: 0, imported: 0, frozen: now })
      .onConflictDoNothing({ target: [rankingPeriod.range, rankingPeriod.value] });
    if (claimed.rowCount !== 1) return false;
    const reason = { kind: 'freeze', reason: null, now } as const;
    const places = await countPeriod(transaction, range, period, firstDay, reason);
    if (places === 0) throw new NothingToRank();
    return true;
  });
  return work.catch((error: unknown) => {
    if (error instanceof NothingToRank) return false;
    throw error;
  });
}
