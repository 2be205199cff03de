import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWeeklyRanking } from '#contract/ranking.ts';
import { gpt, gptUsageDay } from '#server/db/schema.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function menu(range: 'weekly' | 'monthly', query = ''): Promise<string[]> {
  const response = await server.fetch(`/api/gpts/rank/${range}${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('public');
  return getWeeklyRanking.answer.parse(await response.json()).time_menu.map(({ value }) => value);
}

describe('the time menu', () => {
  it('is empty while there is no data', async () => {
    expect(await menu('weekly')).toEqual([]);
  });

  it('lists the closed periods since the first data, newest first, as seen on a day', async () => {
    await server.database.query.insert(gpt).values({ id: 'counted', name: 'Counted' });
    await server.database.query
      .insert(gptUsageDay)
      .values({ gptId: 'counted', day: '2026-01-28', imported: 3 });
    expect(await menu('weekly', '?current_time=2026-02-16')).toEqual([
      '2026-02-09',
      '2026-02-02',
      '2026-01-26',
    ]);
    expect(await menu('weekly', '?current_time=2026-02-15')).toEqual(['2026-02-02', '2026-01-26']);
    expect(await menu('monthly', '?current_time=2026-03-01')).toEqual(['2026-02', '2026-01']);
    expect(await menu('monthly', '?current_time=2026-02-28')).toEqual(['2026-01']);
  });

  it('takes a day in the future as today', async () => {
    expect(await menu('weekly', '?current_time=2999-01-01')).toEqual(await menu('weekly'));
  });

  it('refuses what is no day', async () => {
    for (const day of ['2026-02-30', 'today', '2026-2-3']) {
      const response = await server.fetch(`/api/gpts/rank/weekly?current_time=${day}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: 'invalid_input', fields: [{ field: 'current_time' }] },
      });
    }
  });
});
