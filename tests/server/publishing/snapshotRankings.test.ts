import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { review } from '#server/db/schema/gpts.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { isCurrent } from '#server/services/snapshot/changesSince.ts';
import { closedDayOf } from '#domain/dates.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;

const now = new Date('2026-03-20T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  const { addGpts, addDays, freezeAt } = rankingsOf(database);
  const crowd = Array.from({ length: 110 }, (_, index) => `crowd-${index}`);
  await addGpts(
    { id: 'a', categories: ['fun', 'writing'] },
    { id: 'hidden', hidden: new Date() },
    ...crowd.map((id) => ({ id, categories: ['fun'] })),
  );
  await addDays('a', { '2025-12-01': 3, '2026-01-31': 4, '2026-02-28': { own: 7 } });
  for (const [index, id] of crowd.entries()) await addDays(id, { '2026-03-15': index + 1 });
  for (const id of crowd.slice(0, 105)) await addDays(id, { '2026-02-28': 1 });
  await freezeAt(now.toISOString());
});

afterAll(() => database.drop());

async function linesOf<Type extends SnapshotLine['type']>(
  type: Type,
): Promise<Extract<SnapshotLine, { type: Type }>[]> {
  const found: SnapshotLine[] = [];
  for await (const line of streamSnapshot(database, now)) if (line.type === type) found.push(line);
  return found as Extract<SnapshotLine, { type: Type }>[];
}

async function versionNow(): Promise<string> {
  const [first] = await linesOf('snapshot');
  return first?.version ?? '';
}

const isStill = (version: string) => isCurrent(database, { closedDay: closedDayOf(now) }, version);

describe('the rankings in the snapshot', () => {
  it('are every frozen period, newest first within its range', async () => {
    const periods = await linesOf('period');
    expect(periods.map(({ range, period }) => `${range} ${period.value}`)).toEqual([
      'daily 2026-03-15',
      'daily 2026-02-28',
      'daily 2026-01-31',
      'daily 2025-12-01',
      'monthly 2026-02',
      'monthly 2026-01',
      'weekly 2026-03-09',
    ]);
    expect(periods[4]?.period).toEqual({
      value: '2026-02',
      from: '2026-02-01',
      to: '2026-02-28',
      own: 7,
      imported: 105,
      frozen: '2026-03-20',
      refrozen: null,
      note: null,
      data_until: '2026-02-28',
      still: [],
    });
  });

  it('are the first hundred places of each, and all of the newest week', async () => {
    const tables = (await linesOf('ranking')).filter(({ scope }) => scope === '');
    expect(tables.map(({ range, value, rows }) => [range, value, rows.length])).toEqual([
      ['daily', '2026-03-15', 100],
      ['daily', '2026-02-28', 100],
      ['daily', '2026-01-31', 1],
      ['daily', '2025-12-01', 1],
      ['monthly', '2026-02', 100],
      ['monthly', '2026-01', 1],
      ['weekly', '2026-03-09', 110],
    ]);
    expect(tables[4]?.rows[0]).toEqual({
      rank: 1,
      id: 'a',
      own: 7,
      imported: 0,
      previous: 4,
      movement: 0,
      is_new: false,
      is_estimated: false,
      trend: [3, 4, 7],
    });
  });

  it('are, within categories, those of the newest month with the sums of the whole category', async () => {
    const tables = (await linesOf('ranking')).filter(({ scope }) => scope !== '');
    expect(tables.map(({ value, scope, rows }) => [value, scope, rows.length])).toEqual([
      ['2026-02', 'fun', 100],
      ['2026-02', 'writing', 1],
    ]);
    expect(await linesOf('category')).toEqual([
      { type: 'category', category: 'fun', own: 7, imported: 105 },
      { type: 'category', category: 'writing', own: 7, imported: 0 },
    ]);
  });

  it('change its version with a recount only', async () => {
    const before = await versionNow();
    expect(await isStill(before)).toBe(true);
    const period = { value: '2026-01', from: '2026-01-01', to: '2026-01-31' };
    await refreeze(database, { range: 'monthly', period, reason: 'Looked again' }, now);
    expect(await isStill(before)).toBe(false);
  });
});

describe('the records in the snapshot', () => {
  const recordsOf = async () =>
    new Map((await linesOf('record')).map((line) => [`${line.range}/${line.value}`, line]));

  it('have no line for a period of an older version, and one without records where they were removed', async () => {
    const client = await database.pool.connect();
    try {
      expect((await recordsOf()).get('daily/2026-02-28')?.records).toHaveLength(1);
      await client.query(
        `delete from ranking_record where range = 'daily' and value = '2026-02-28'`,
      );
      await client.query(
        `delete from ranking_record where range = 'monthly' and value = '2026-01'`,
      );
      await client.query(
        `update ranking_period set frozen = '2026-02-01' where range = 'monthly' and value = '2026-01'`,
      );
      const left = await recordsOf();
      expect(left.get('daily/2026-01-31')?.records).toHaveLength(1);
      expect(left.get('daily/2026-02-28')).toMatchObject({ records: [], inputs: '', result: '' });
      expect(left.has('monthly/2026-01')).toBe(false);
    } finally {
      client.release();
    }
  });
});

describe('the reviews in the snapshot', () => {
  it('are the ten newest visible ones with a text, with the current names', async () => {
    const values = await Promise.all(
      Array.from({ length: 14 }, async (_, index) => ({
        userId: await createUser(database),
        gptId: 'a',
        rating: 1 + (index % 5),
        text: index === 13 ? null : `Review ${index}`,
        hidden: index === 12 ? now : null,
        updated: new Date(now.getTime() + index * 1_000),
      })),
    );
    const before = await versionNow();
    await database.query.insert(review).values(values);
    await database.query.insert(review).values({
      userId: values[0]?.userId ?? '',
      gptId: 'hidden',
      rating: 5,
      text: 'Nobody sees this',
    });
    expect(await isStill(before)).toBe(false);
    const written = await versionNow();
    await database.pool.query(`update app_user set name = 'Renamed'`);
    expect(await isStill(written)).toBe(false);
    const [line, ...others] = await linesOf('reviews');
    expect(others).toEqual([]);
    expect(line?.id).toBe('a');
    expect(line?.reviews.map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Review ${11 - index}`),
    );
    expect(line?.reviews[0]).toMatchObject({ name: 'Renamed', rating: 2 });
    expect(line?.reviews[0]?.updated).toBe('2026-03-20T12:00:11.000Z');
  });
});
