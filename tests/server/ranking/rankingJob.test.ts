import { afterAll, beforeAll, expect, it } from 'vitest';
import { pino } from 'pino';
import { historyStaleGpt } from '#server/db/schema/ranking.ts';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import type { Worker } from '#server/jobs/runWorker.ts';
import { type TestDatabase, corePlatform, createTestDatabase } from '../../setup/database.ts';
import { rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let jobs: Worker;
const warnings: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
  // Months after the days below.
  const now = () => new Date('2026-11-01T12:00:00Z');
  const media = createMediaStore({ mediaStore: '/nowhere', s3: undefined });
  jobs = await startJobs({ ...corePlatform(database, { log, now }), media });
});

afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

async function frozenPeriods(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int from ranking_period',
  );
  return rows[0]?.count ?? 0;
}

it('freezes all periods that are due, and waits for an import that is not finished', async () => {
  const { addGpts } = rankingsOf(database);
  await addGpts({ id: 'a' });
  await database.pool.query(
    `insert into gpt_usage_day (gpt_id, day, imported)
    select 'a', '2026-03-02'::date + back, 1 + back from generate_series(0, 124) back`,
  );
  await database.query.insert(historyStaleGpt).values({ gptId: 'a' });
  await jobs.addJob('freeze_rankings', {});
  await expect.poll(() => warnings.join(''), { timeout: 30_000 }).toContain('rankings wait');
  expect(await frozenPeriods()).toBe(0);
  await database.query.delete(historyStaleGpt);
  await jobs.addJob('freeze_rankings', {});
  // The 2nd of March is a Monday; the 124 days after it end with the 4th of July, a Saturday.
  await expect.poll(frozenPeriods, { timeout: 50_000 }).toBe(125 + 17 + 4);
});
