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

/** While a period is counted in this process, PostgreSQL reads the numbers of the next one. */
const periodsAtOnce = 2;

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
  const running: { named: NamedPeriod; isFrozen: Promise<boolean> }[] = [];
  const left = periods.toReversed();
  const mayBegin = () => running.length < periodsAtOnce && frozen.length + running.length < most;
  for (;;) {
    for (let named = left.at(-1); named !== undefined && mayBegin(); named = left.at(-1)) {
      left.pop();
      const before = running.at(-1)?.isFrozen ?? Promise.resolve();
      const since = firstDay ?? named.period.from;
      const isFrozen = freezePeriod(database, named, since, { now, before });
      // Awaited below. It may fail earlier.
      isFrozen.catch(() => undefined);
      running.push({ named, isFrozen });
    }
    const first = running.shift();
    if (first === undefined) return { frozen, isMore: left.length > 0 };
    try {
      if (!(await first.isFrozen)) continue;
    } catch (error) {
      await Promise.allSettled(running.map(({ isFrozen }) => isFrozen));
      throw error;
    }
    frozen.push(first.named);
    progress(first.named);
  }
}

/** Rolls back the claim of a period in which no GPT has a place. */
class NothingToRank extends Error {}

/**
 * Returns whether this call froze the period. Waits for another transaction that freezes it, and before it counts for
 * `before`, the period before, on whose places and record it depends.
 */
async function freezePeriod(
  database: Database,
  { range, period }: NamedPeriod,
  firstDay: Day,
  { now, before }: { now: Date; before: Promise<unknown> },
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
    const places = await countPeriod(transaction, range, period, firstDay, reason, before);
    if (places === 0) throw new NothingToRank();
    return true;
  });
  return work.catch((error: unknown) => {
    if (error instanceof NothingToRank) return false;
    throw error;
  });
}
