import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { generateFiles } from '../../../scripts/catalogue/generateFiles.ts';
import { generateGpts, syntheticEntries } from '../../../scripts/catalogue/generateGpts.ts';
import { conversationsOf } from '../../../scripts/catalogue/syntheticHistory.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, importFile, makeTestFolder } from '../../setup/importing.ts';

const requested = { count: 300, days: 60, seed: 4, until: '2026-06-20' };

let database: TestDatabase;
let other: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  folder = await makeTestFolder();
});

afterAll(async () => {
  await database.drop();
  await other.drop();
  await folder.remove();
});

/** Catalogue and daily use, without the time at which they were written. */
async function written({ query }: TestDatabase) {
  const { rows } = await query.execute(
    sql`select (select md5(string_agg(concat_ws('|', id, name, description, import_digest, imported_chats), ',' order by id collate "C")) from gpt) as gpts,
      (select md5(string_agg(concat_ws('|', gpt_id, day, imported, estimated), ',' order by gpt_id collate "C", day)) from gpt_usage_day) as usage`,
  );
  return rows[0];
}

/** How often GPTs were vacuumed by command, and when the database does so by itself. */
async function vacuumsOf({ query }: TestDatabase) {
  const { rows } = await query.execute(
    sql`select pg_stat_get_vacuum_count(oid)::integer as commanded, reloptions as automatic from pg_class
      where oid = 'gpt'::regclass`,
  );
  return rows[0];
}

describe('a made-up catalogue', () => {
  it('is the same for the same seed, differs for another, and has the same beginning for any length', () => {
    const first = [...syntheticEntries(requested)];
    expect([...syntheticEntries(requested)]).toEqual(first);
    expect([...syntheticEntries({ ...requested, count: 50 })]).toEqual(first.slice(0, 50));
    const names = new Set(first.map(({ gpt }) => gpt['name']));
    const others = [...syntheticEntries({ ...requested, seed: 5 })];
    expect(others.filter(({ gpt }) => names.has(gpt['name'])).length).toBeLessThan(30);
  });

  it('has an id for each GPT, many names and languages, and few that are used by most', () => {
    const entries = [...syntheticEntries({ ...requested, count: 5_000, days: 5 })];
    const distinct = (field: string) => new Set(entries.map(({ gpt }) => gpt[field])).size;
    expect(distinct('id')).toBe(5_000);
    expect(distinct('name')).toBeGreaterThan(4_500);
    expect(distinct('lang')).toBe(12);
    const chats = entries
      .map(({ history }) => conversationsOf(history))
      .toSorted((one, two) => two - one);
    const sum = (numbers: readonly number[]) =>
      numbers.reduce((total, number) => total + number, 0);
    expect(sum(chats.slice(0, 500)) / sum(chats)).toBeGreaterThan(0.5);
  });

  it('is the same in the database and by its files, and the second time changes nothing', async () => {
    const report = await generateGpts(database, requested);
    expect(report).toMatchObject({ added: 300, changed: 0, rejected: 0 });
    expect(await database.query.$count(gptUsageDay)).toBe(report.usageDays);
    const before = await written(database);
    expect(await generateGpts(database, requested)).toMatchObject({ unchanged: 300, usageDays: 0 });
    for (const file of await generateFiles(folder.path('made.jsonl.gz'), requested)) {
      expect(await importFile(other, file)).toMatchObject({ changed: 0, rejected: 0 });
    }
    expect(await written(other)).toEqual(before);
    expect(await written(database)).toEqual(before);
  });

  it('is vacuumed at once, and later with each hundredth that changed: its lists are read from an index alone', async () => {
    const { commanded } = (await vacuumsOf(database)) as { commanded: number };
    await generateGpts(database, { ...requested, count: 10 });
    expect(await vacuumsOf(database)).toEqual({
      commanded: commanded + 1,
      automatic: ['autovacuum_vacuum_scale_factor=0.01'],
    });
  });
});
