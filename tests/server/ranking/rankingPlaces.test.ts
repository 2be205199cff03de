import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type Rankings, rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let rankings: Rankings;

beforeEach(async () => {
  database = await createTestDatabase();
  rankings = rankingsOf(database);
});

afterEach(() => database.drop());

describe('the places of a week', () => {
  // The weeks from Monday the 2nd and the 9th of March; growth, rate and places are worked out by hand.
  beforeEach(async () => {
    await rankings.addGpts(
      { id: 'riser', gptCreated: '2025-01-01' },
      { id: 'faller', gptCreated: '2025-01-01' },
      { id: 'steady', gptCreated: '2025-01-01' },
      { id: 'Steady', gptCreated: '2025-01-01' },
      { id: 'born', gptCreated: '2026-03-10' },
      { id: 'first-used' },
      { id: 'gap', gptCreated: '2025-01-01' },
      { id: 'half', gptCreated: '2025-01-01' },
      { id: 'silent' },
    );
    await rankings.addDays('riser', {
      '2026-02-27': 7,
      '2026-03-02': 4,
      '2026-03-08': 6,
      '2026-03-09': 200,
    });
    await rankings.addDays('faller', { '2026-03-08': 300, '2026-03-15': 60 });
    await rankings.addDays('steady', {
      '2026-03-03': { own: 60 },
      '2026-03-12': { own: 40, imported: 20 },
    });
    await rankings.addDays('Steady', { '2026-03-03': 60, '2026-03-12': 60 });
    await rankings.addDays('born', { '2026-03-12': { own: 5 } });
    await rankings.addDays('first-used', { '2026-03-12': 6 });
    const share = { imported: 25, estimated: true };
    await rankings.addDays('gap', {
      '2026-03-09': share,
      '2026-03-10': share,
      '2026-03-11': share,
      '2026-03-12': share,
      '2026-03-13': 900,
    });
    await rankings.addDays('half', {
      '2026-03-09': share,
      '2026-03-10': share,
      '2026-03-11': share,
      '2026-03-13': 1,
    });
    await rankings.addDays('silent', { '2026-03-09': 0 });
    await rankings.freezeAt('2026-03-16T06:00:00Z');
  });

  it('follow growth, then rate, then id by its bytes', async () => {
    const rows = await rankings.placesOf('weekly', '2026-03-09');
    expect(
      rows.map(({ gpt_id, own, imported, previous }) => [gpt_id, own, imported, previous]),
    ).toEqual([
      ['riser', 0, 200, 10],
      ['half', 0, 76, 0],
      ['Steady', 0, 60, 60],
      ['steady', 40, 20, 60],
      ['faller', 0, 60, 300],
      ['first-used', 0, 6, 0],
      ['born', 5, 0, 0],
    ]);
  });

  it('leave out GPTs with a gap on more than half of the days, and mark the rest of gaps', async () => {
    const rows = await rankings.placesOf('weekly', '2026-03-09');
    expect(rows.filter((row) => row['is_estimated']).map((row) => row.gpt_id)).toEqual(['half']);
    expect(rows.some((row) => row.gpt_id === 'gap')).toBe(false);
    expect(await rankings.idsOf('daily', '2026-03-09')).toEqual(['riser']);
  });

  it('leave out a GPT whose history ended before half of the week was over', async () => {
    await rankings.addGpts({ id: 'ended' }, { id: 'went-on' }, { id: 'copied' });
    const days = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, place) => [`2026-03-${from + place}`, 50] as const);
    await rankings.addDays('ended', Object.fromEntries(days(16, 18)));
    await rankings.addDays('went-on', Object.fromEntries(days(16, 19)));
    await rankings.addDays('copied', Object.fromEntries(days(16, 18)));
    await rankings.addDays('riser', { '2026-03-22': 1 });
    await database.pool.query(
      `with source as (insert into history_source (name) values ('made up') returning id),
      days as (
        insert into history_source_day (source_id, day, is_frozen, is_checked)
        select id, '2026-03-19', true, true from source)
      insert into history_day (source_id, gpt_id, day, conversations)
      select id, made.* from source, (values
        ('ended', '2026-03-17'::date, 900), ('ended', '2026-03-18', 950), ('ended', '2026-03-19', null),
        ('went-on', '2026-03-19', 990), ('went-on', '2026-03-30', 990),
        ('copied', '2026-03-18', 950), ('copied', '2026-03-19', 950)) as made`,
    );
    await rankings.freezeAt('2026-03-23T06:00:00Z');
    expect(await rankings.idsOf('weekly', '2026-03-16')).toEqual(['went-on', 'riser']);
    expect(await rankings.idsOf('daily', '2026-03-18')).toContain('ended');
  });

  it('show their movement since the week before', async () => {
    expect(await rankings.idsOf('weekly', '2026-03-02')).toEqual([
      'faller',
      'Steady',
      'steady',
      'riser',
    ]);
    const moves = (await rankings.placesOf('weekly', '2026-03-09')).map((row) => row['movement']);
    expect(moves).toEqual([3, null, -1, -1, -4, null, null]);
  });

  it('mark GPTs as new that were created or, if that is unknown, first used in the week', async () => {
    const fresh = (await rankings.placesOf('weekly', '2026-03-09')).filter((row) => row['is_new']);
    expect(fresh.map((row) => row.gpt_id)).toEqual(['first-used', 'born']);
  });

  it('show the growth of the weeks up to this one, from the first with data on', async () => {
    const [riser, half] = await rankings.placesOf('weekly', '2026-03-09');
    expect(riser?.['trend']).toEqual([7, 10, 200]);
    expect(half?.['trend']).toEqual([0, 0, 76]);
  });

  it('add up to the sums of the week', async () => {
    const { rows } = await database.pool.query(
      `select own::int, imported::int from ranking_period where range = 'weekly' and value = '2026-03-09'`,
    );
    expect(rows).toEqual([{ own: 45, imported: 422 }]);
  });
});

describe('the first period of all data', () => {
  it('marks no GPT as new because it is the first period', async () => {
    await rankings.addGpts({ id: 'old' }, { id: 'born', gptCreated: '2026-03-04' });
    await rankings.addDays('old', { '2026-03-03': 2, '2026-03-08': 2 });
    await rankings.addDays('born', { '2026-03-08': 1 });
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    const fresh = (await rankings.placesOf('weekly', '2026-03-02')).filter((row) => row['is_new']);
    expect(fresh.map((row) => row.gpt_id)).toEqual(['born']);
  });
});

describe('a GPT of unknown age', () => {
  it('is new in a period before which it was never used', async () => {
    await rankings.addGpts({ id: 'returned' }, { id: 'stayed' }, { id: 'fresh' });
    await rankings.addDays('returned', { '2026-02-27': 1, '2026-03-15': 1 });
    await rankings.addDays('stayed', { '2026-03-03': 1, '2026-03-14': 1, '2026-03-15': 1 });
    await rankings.addDays('fresh', { '2026-03-15': 1 });
    await rankings.freezeAt('2026-03-16T06:00:00Z');
    for (const [range, value] of [
      ['weekly', '2026-03-09'],
      ['daily', '2026-03-15'],
    ] as const) {
      const fresh = (await rankings.placesOf(range, value)).filter((row) => row['is_new']);
      expect(fresh.map((row) => row.gpt_id)).toEqual(['fresh']);
    }
  });
});

describe('a month', () => {
  beforeEach(async () => {
    await rankings.addGpts(
      { id: 'a', categories: ['writing', 'fun'] },
      { id: 'b', categories: ['fun'] },
      { id: 'c', categories: [] },
    );
    await rankings.addDays('a', { '2026-01-31': 1, '2026-02-28': 10 });
    await rankings.addDays('b', { '2026-01-31': 5, '2026-02-10': { own: 30 } });
    await rankings.addDays('c', { '2026-02-28': 90 });
    await rankings.freezeAt('2026-03-01T06:00:00Z');
  });

  it('has places within each category besides those among all', async () => {
    expect(await rankings.idsOf('monthly', '2026-02')).toEqual(['c', 'b', 'a']);
    expect(await rankings.idsOf('monthly', '2026-02', 'fun')).toEqual(['b', 'a']);
    expect(await rankings.idsOf('monthly', '2026-02', 'writing')).toEqual(['a']);
    expect(await rankings.idsOf('weekly', '2026-02-23', 'fun')).toEqual([]);
  });

  it('counts movement within the category', async () => {
    await rankings.addDays('a', { '2026-03-31': 50 });
    await rankings.addDays('b', { '2026-03-30': 40 });
    await rankings.freezeAt('2026-04-01T06:00:00Z');
    const rows = await rankings.placesOf('monthly', '2026-03', 'fun');
    expect(rows.map((row) => [row.gpt_id, row['movement']])).toEqual([
      ['a', 1],
      ['b', -1],
    ]);
  });

  it('keeps the sums of each category', async () => {
    const { rows } = await database.pool.query(
      `select category, gpts, own::int, imported::int from ranking_category where value = '2026-02' order by 1`,
    );
    expect(rows).toEqual([
      { category: 'fun', gpts: 2, own: 30, imported: 10 },
      { category: 'writing', gpts: 1, own: 0, imported: 10 },
    ]);
  });
});

describe('a period without a frozen period before it', () => {
  it('moves against the order that the period before has by its days', async () => {
    await rankings.addGpts({ id: 'a' }, { id: 'b' });
    // The first week has no data for its Sunday.
    await rankings.addDays('a', { '2026-03-02': 10, '2026-03-15': 1 });
    await rankings.addDays('b', { '2026-03-03': 5, '2026-03-15': 2 });
    expect(await rankings.freezeAt('2026-03-16T06:00:00Z')).not.toContain('weekly 2026-03-02');
    const rows = await rankings.placesOf('weekly', '2026-03-09');
    expect(rows.map((row) => [row.gpt_id, row['movement']])).toEqual([
      ['b', 1],
      ['a', -1],
    ]);
  });
});
