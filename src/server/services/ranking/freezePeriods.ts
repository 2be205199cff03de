import { sql } from 'drizzle-orm';
import { type Day, dayOf } from '#domain/dates.ts';
import {
  type Period,
  type TimedRange,
  freezeDelayHours,
  periodsEndingOn,
} from '#domain/ranking.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { allowLongCount, countPeriod } from '#server/services/ranking/countPeriod.ts';
import { findDataDays } from '#server/services/ranking/dataDays.ts';

type Named = { range: TimedRange; period: Period };

export type FreezeReport = {
  /** The periods that this call froze, oldest first. */
  frozen: Named[];
  /** Whether further ones are due. */
  isMore: boolean;
};

type Due = { periods: Named[]; firstDay: Day };

const hour = 3_600_000;

/**
 * Freezes up to `most` of the closed periods that are due, oldest first: those that ended at least six hours ago, have
 * data for their last day and are not frozen. Each is one transaction, so that several servers share the work, each
 * period is counted once, and one that is interrupted leaves nothing. Throws `HistoryPending` while days still follow
 * from an imported history.
 */
export async function freezePeriods(
  database: Database,
  now: Date,
  most: number,
  progress: (named: Named) => void = () => undefined,
): Promise<FreezeReport> {
  const { periods, firstDay } = await duePeriods(database.query, now);
  const frozen: Named[] = [];
  for (const named of periods) {
    if (frozen.length === most) return { frozen, isMore: true };
    if (!(await freezePeriod(database, named, firstDay, now))) continue;
    frozen.push(named);
    progress(named);
  }
  return { frozen, isMore: false };
}

/** A period that holds nothing but shares of a gap has no data, whatever its last day says. */
async function duePeriods(query: Executor, now: Date): Promise<Due> {
  const { used, measured } = await findDataDays(query);
  const frozen = await frozenNames(query);
  const openFrom = dayOf(new Date(now.getTime() - freezeDelayHours * hour));
  const periods = used
    .filter((day) => day < openFrom)
    .flatMap(periodsEndingOn)
    .filter(
      ({ range, period }) =>
        !frozen.has(nameOf(range, period)) &&
        measured.some((day) => day >= period.from && day <= period.to),
    );
  return { periods, firstDay: used[0] ?? openFrom };
}

async function frozenNames(query: Executor): Promise<Set<string>> {
  const { rows } = await query.execute<{ name: string }>(
    sql`select concat(range, '/', value) as name from ranking_period`,
  );
  return new Set(rows.map(({ name }) => name));
}

function nameOf(range: TimedRange, { value }: Period): string {
  return `${range}/${value}`;
}

/** Takes back a claim on a period in which no GPT has a place. */
class NothingToRank extends Error {}

/** Whether it was this call that froze the period. Another one that is at it is waited for. */
async function freezePeriod(
  database: Database,
  { range, period }: Named,
  firstDay: Day,
  now: Date,
): Promise<boolean> {
  const work = database.transaction(async (transaction) => {
    await transaction.execute(allowLongCount);
    const claimed = await transaction.execute(sql`
      insert into ranking_period (range, value, first_day, last_day, own, imported, frozen)
      values (${range}, ${period.value}, ${period.from}, ${period.to}, 0, 0, ${now.toISOString()})
      on conflict (range, value) do nothing`);
    if (claimed.rowCount !== 1) return false;
    const places = await countPeriod(transaction, range, period, firstDay);
    if (places === 0) throw new NothingToRank();
    return true;
  });
  return work.catch((error: unknown) => {
    if (error instanceof NothingToRank) return false;
    throw error;
  });
}
