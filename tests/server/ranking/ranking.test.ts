import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResponseOf } from '#contract/endpoint.ts';
import { getWeeklyRanking } from '#contract/ranking/ranking.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

type Answer = ResponseOf<typeof getWeeklyRanking>;

async function ask(path: string): Promise<Answer> {
  const response = await server.fetch(`/api/gpts/rank/${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  return getWeeklyRanking.response.parse(await response.json());
}

async function menu(path: string): Promise<string[]> {
  return (await ask(path)).time_menu.map(({ value }) => value);
}

async function refusal(path: string): Promise<unknown> {
  const response = await server.fetch(`/api/gpts/rank/${path}`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
}

describe('before anything is frozen', () => {
  it.each(['daily', 'weekly', 'monthly', 'categories'])('%s is empty', async (range) => {
    expect(await ask(range)).toEqual({ time_menu: [], period: null, items: [] });
  });
});

describe('the ranking', () => {
  beforeAll(async () => {
    const { query } = server.database;
    await query.insert(gpt).values([
      { id: 'a', name: 'A', categories: ['fun', 'law-and-money'], instructions: 'secret' },
      { id: 'b', name: 'B', categories: ['fun'], importedChats: 12, ownChats: 3 },
      { id: 'gone', name: 'Gone', categories: ['fun', 'old'] },
    ]);
    await query.insert(gptUsageDay).values([
      { gptId: 'gone', day: '2026-01-30', imported: 90 },
      { gptId: 'a', day: '2026-01-31', imported: 10 },
      { gptId: 'b', day: '2026-01-31', imported: 4, own: 2 },
      { gptId: 'a', day: '2026-02-01', imported: 1 },
      { gptId: 'b', day: '2026-02-15', imported: 2 },
      { gptId: 'a', day: '2026-02-22', imported: 2 },
      { gptId: 'b', day: '2026-02-28', imported: 30 },
    ]);
    await freezePeriods(server.database, new Date(), Infinity);
    await query.update(gpt).set({ removed: new Date() }).where(eq(gpt.id, 'gone'));
  });

  it('lists the frozen periods, newest first, as seen on a day', async () => {
    expect(await menu('weekly')).toEqual(['2026-02-16', '2026-02-09', '2026-01-26']);
    expect(await menu('weekly?current_time=2026-02-23')).toEqual(await menu('weekly'));
    expect(await menu('weekly?current_time=2026-02-22')).toEqual(['2026-02-09', '2026-01-26']);
    expect(await menu('monthly?current_time=2026-03-01')).toEqual(['2026-02', '2026-01']);
    expect(await menu('monthly?current_time=2026-02-28')).toEqual(['2026-01']);
    expect(await menu('daily?current_time=2026-02-01')).toEqual(['2026-01-31', '2026-01-30']);
    expect((await ask('weekly')).time_menu[0]).toEqual({
      value: '2026-02-16',
      label: '2026-02-16 – 2026-02-22',
      from: '2026-02-16',
      to: '2026-02-22',
    });
  });

  it('takes a day in the future as today', async () => {
    expect(await menu('weekly?current_time=2999-01-01')).toEqual(await menu('weekly'));
  });

  it('answers the newest period as seen on that day, or the named one', async () => {
    expect((await ask('monthly')).period?.value).toBe('2026-02');
    expect((await ask('monthly?current_time=2026-02-28')).period?.value).toBe('2026-01');
    expect((await ask('monthly?time=2026-01')).period).toMatchObject({
      value: '2026-01',
      from: '2026-01-01',
      to: '2026-01-31',
      own: 2,
      imported: 104,
      refrozen: null,
      note: null,
    });
    expect((await ask('daily?time=2026-01-30')).period?.value).toBe('2026-01-30');
  });

  it('returns the numbers of each place with the GPT, without GPTs removed since', async () => {
    const { items } = await ask('monthly?time=2026-01');
    expect(items.map(({ rank, own, imported, gpt: { id } }) => [rank, id, own, imported])).toEqual([
      [2, 'a', 0, 10],
      [3, 'b', 2, 4],
    ]);
    const [first] = (await ask('monthly')).items;
    expect(first).toMatchObject({
      rank: 1,
      own: 0,
      imported: 32,
      previous: 6,
      movement: 2,
      is_new: false,
      is_estimated: false,
      trend: [6, 32],
      gpt: { id: 'b', name: 'B', chats: 15 },
    });
    expect(JSON.stringify(first)).not.toContain('secret');
  });

  it('ranks within the categories of the newest month, the largest first', async () => {
    const largest = await ask('categories');
    expect(largest.time_menu).toEqual([
      { value: 'fun', label: 'fun', from: '2026-02-01', to: '2026-02-28' },
      { value: 'law-and-money', label: 'law and money', from: '2026-02-01', to: '2026-02-28' },
    ]);
    expect(largest.items.map(({ gpt: { id } }) => id)).toEqual(['b', 'a']);
    const named = await ask('categories?time=law-and-money');
    expect(named.period).toMatchObject({ value: '2026-02', own: 0, imported: 3 });
    expect(named.items.map(({ gpt: { id } }) => id)).toEqual(['a']);
    expect(await menu('categories?current_time=2026-02-28')).toEqual([
      'fun',
      'law-and-money',
      'old',
    ]);
  });

  it('refuses a period that is not frozen, and an invalid period', async () => {
    for (const path of [
      'weekly?time=2026-02-02',
      'weekly?time=2026-02-17',
      'monthly?time=2026-13',
      'daily?time=today',
      'categories?time=nothing',
      'categories?current_time=2020-01-01&time=fun',
    ]) {
      expect([path, await refusal(path)]).toEqual([path, [404, 'unknown_period']]);
    }
  });

  it('refuses an invalid day', async () => {
    for (const day of ['2026-02-30', 'today', '2026-2-3']) {
      expect(await refusal(`weekly?current_time=${day}`)).toEqual([400, 'invalid_input']);
    }
  });

  it('names the time and the reason of a recount', async () => {
    await server.database.query
      .insert(gptUsageDay)
      .values({ gptId: 'a', day: '2026-02-25', imported: 500 });
    const period = { value: '2026-02', from: '2026-02-01', to: '2026-02-28' };
    await refreeze(
      server.database,
      { range: 'monthly', period, reason: 'A day came late' },
      new Date('2026-03-05T10:00:00Z'),
    );
    const { period: known, items } = await ask('monthly');
    expect(known).toMatchObject({ refrozen: '2026-03-05', note: 'A day came late', imported: 535 });
    expect(items.map(({ gpt: { id } }) => id)).toEqual(['a', 'b']);
  });
});
