import { eq } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { type Observation, type SourceHistory, usageOfSources } from '#domain/ranking/formula.ts';
import { frozenCopyGpts } from '#domain/ranking/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  clearOtherDays,
  readReadings,
  storeNewestReadings,
  takeMarked,
  upsertUsageDays,
} from '#server/db/queries/histories.ts';
import {
  gptUsageDay,
  historyDay,
  historySourceDay,
  historyStaleGpt,
} from '#server/db/schema/ranking.ts';
import { analyze } from '#server/db/settings.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';
import { takeUnchecked, updateFrozen } from '#server/db/queries/historySources.ts';

export type DerivedUsage = {
  /** GPTs whose daily use was derived, and how many of them are not in the catalogue. */
  gpts: number;
  unknown: number;
};

const gptsPerTransaction = 50;

/** The fewest derived GPTs after which the statistics of the tables are updated. */
const analyzedMinGpts = 100;

/**
 * Derives the daily use (`gpt_usage_day.imported`) and the newest reading of every GPT whose history changed. One
 * transaction replaces the days of some GPTs; days with conversations held here stay, and so do frozen rankings. It can
 * be interrupted at any moment: the next call continues.
 */
export async function deriveUsage(
  database: Database,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<DerivedUsage> {
  await findFrozenDays(database);
  const all = await database.query.$count(historyStaleGpt);
  const derived: DerivedUsage = { gpts: 0, unknown: 0 };
  for (;;) {
    const step = await database.transaction(deriveNext);
    if (step.gpts === 0) break;
    derived.gpts += step.gpts;
    derived.unknown += step.unknown;
    progress(derived.gpts, Math.max(all, derived.gpts));
  }
  // With old statistics PostgreSQL chooses slow plans for the first queries over so many new days, which then reach
  // their time limit.
  if (derived.gpts >= analyzedMinGpts) await analyze(database.query, [historyDay, gptUsageDay]);
  return derived;
}

async function deriveNext(transaction: Executor): Promise<DerivedUsage> {
  await lockDerivation(transaction);
  const marked = await takeMarked(transaction, gptsPerTransaction);
  const ids = marked.map(({ gptId }) => gptId).toSorted();
  if (ids.length > 0) await derive(transaction, ids);
  return { gpts: ids.length, unknown: marked.filter(({ isKnown }) => !isKnown).length };
}

async function derive(transaction: Executor, ids: readonly string[]): Promise<void> {
  const histories = await readHistories(transaction, ids);
  const derived = ids.map((id) => ({ id, usage: usageOfSources(histories.get(id) ?? []) }));
  await upsertUsageDays(transaction, derived);
  await clearOtherDays(transaction, derived);
  await storeNewestReadings(transaction, ids);
}

/** Returns the histories of each GPT, the oldest source first. */
async function readHistories(
  transaction: Executor,
  ids: readonly string[],
): Promise<Map<string, SourceHistory[]>> {
  const frozenDays = await readFrozenDays(transaction);
  const histories = new Map<string, SourceHistory[]>();
  for (const { gptId, sourceId, days, counts } of await readReadings(transaction, ids)) {
    const observations = days.map((day, index): Observation => ({
      day,
      conversations: Number(counts[index]),
    }));
    const history = { observations, frozenDays: frozenDays.get(sourceId) ?? new Set<Day>() };
    histories.set(gptId, [...(histories.get(gptId) ?? []), history]);
  }
  return histories;
}

async function readFrozenDays(transaction: Executor): Promise<Map<number, Set<Day>>> {
  const rows = await transaction
    .select({ sourceId: historySourceDay.sourceId, day: historySourceDay.day })
    .from(historySourceDay)
    .where(eq(historySourceDay.isFrozen, true));
  const bySource = Map.groupBy(rows, ({ sourceId }) => sourceId);
  return new Map([...bySource].map(([id, days]) => [id, new Set(days.map(({ day }) => day))]));
}

/**
 * Finds the days of each source that are frozen copies of the source's day before, among days whose rows changed since
 * the last check. Marks the GPTs of such days, because their use must be derived again.
 */
async function findFrozenDays(database: Database): Promise<void> {
  for (;;) {
    const found = await database.transaction(checkNext);
    if (!found) return;
  }
}

/** Checks one day, and the next day of its source, which is compared with it, unless that is unchecked. */
async function checkNext(transaction: Executor): Promise<boolean> {
  await lockDerivation(transaction);
  const found = await takeUnchecked(transaction);
  if (!found) return false;
  const { sourceId, day, next } = found;
  await updateFrozen(transaction, { sourceId, day }, frozenCopyGpts);
  if (next !== null) await updateFrozen(transaction, { sourceId, day: next }, frozenCopyGpts);
  return true;
}
