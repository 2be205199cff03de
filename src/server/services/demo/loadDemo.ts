import { addDays, dayOf } from '#domain/dates.ts';
import type { Platform } from '#server/context.ts';
import { analyze } from '#server/db/settings.ts';
import { demoCatalogue, demoGptsOf, demoHistories } from '#server/services/demo/demoFigures.ts';
import { type DemoState, readDemoState, writeDemoState } from '#server/services/demo/demoFolder.ts';
import { demoReviews, readDemoTexts } from '#server/services/demo/demoReviews.ts';
import { writeDemoReviews } from '#server/services/demo/writeDemoReviews.ts';
import { importHistory } from '#server/services/gpts/history/importHistory.ts';
import { importGpts } from '#server/services/gpts/importGpts.ts';
import { starterRows } from '#server/services/gpts/loadStarter.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';

const source = 'Demo data';

/**
 * Generates histories of the starter GPTs up to yesterday, freezes due rankings and writes reviews, with the same
 * functions as for real data. A later start adds the missing days.
 */
export async function loadDemo(platform: Platform, say: (line: string) => void): Promise<void> {
  const { dataDir } = platform.config;
  const started = performance.now();
  const before = await readDemoState(dataDir);
  const until = addDays(dayOf(platform.now()), -1);
  if (before.hasReviews && before.until !== null && before.until >= until) return;
  const state = { ...before, until };
  const report = await loadFigures(platform, state);
  await writeDemoState(dataDir, state);
  if (!state.hasReviews) await loadReviews(platform, state);
  await writeDemoState(dataDir, { ...state, hasReviews: true });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  say(
    `✓ Demo data generated (${report.readings} readings, ${report.frozen} rankings, ${seconds} s)`,
  );
}

async function loadFigures(
  { database, now }: Platform,
  { seed, since, until }: DemoState & { until: string },
): Promise<{ readings: number; frozen: number }> {
  const span = { seed, since, until };
  const gpts = await demoGptsOf(starterRows());
  await importGpts(database, demoCatalogue(starterRows(), span));
  // With old statistics PostgreSQL chooses slow plans for the first queries over so many new rows.
  await analyze(database.query, [gpt]);
  const today = dayOf(now());
  const { added } = await importHistory(database, source, demoHistories(span, gpts), today);
  const { frozen } = await freezePeriods(database, now(), Infinity);
  return { readings: added, frozen: frozen.length };
}

async function loadReviews(platform: Platform, { seed }: DemoState): Promise<void> {
  const gpts = await platform.database.query.select({ id: gpt.id, lang: gpt.lang }).from(gpt);
  await writeDemoReviews(platform, demoReviews(seed, gpts, await readDemoTexts()));
}
