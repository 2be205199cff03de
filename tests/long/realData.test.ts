import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Observation, type UsageDay, usageOfSources } from '#domain/ranking/formula.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { importFile } from '../setup/importing.ts';

const realCatalogues = ['agents', 'agents-ar'].map((name) => `../shared/data/${name}.jsonl`);
const realGpts = '../shared/data/gpts.jsonl';
const realHistory = '../shared/data/history-daily.csv.gz';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe('the real assistants', () => {
  it.skipIf(!realCatalogues.every((file) => existsSync(file)))(
    'are imported whole, are not replaced by their Arabic translations, and change nothing the second time (skipped where the data is absent)',
    async () => {
      const [english = '', arabic = ''] = realCatalogues;
      expect(await importFile(database, english)).toMatchObject({ added: 505, rejected: 0 });
      expect(await importFile(database, english)).toMatchObject({ added: 0, changed: 0 });
      expect(await importFile(database, arabic)).toMatchObject({ changed: 0, rejected: 100 });
      expect(await database.query.$count(gpt)).toBe(505);
    },
  );

  it.skipIf(!existsSync(realGpts))(
    'include real GPTs that are imported in the same way (skipped where the data is absent)',
    async () => {
      const before = await database.query.$count(gpt);
      const first = await importFile(database, realGpts);
      expect(first).toMatchObject({ rejected: 0 });
      expect(first.added).toBeGreaterThan(6_000);
      const again = { added: 0, changed: 0, rejected: 0 };
      expect(await importFile(database, realGpts)).toMatchObject(again);
      expect((await database.query.$count(gpt)) - before).toBe(first.added);
    },
  );
});

describe('the real history', () => {
  // Without the real GPTs, so that all but one of its ids are unknown.
  beforeAll(async () => {
    await database.drop();
    database = await createTestDatabase();
  });

  it.skipIf(!existsSync(realHistory))(
    'gives the daily use of its numbers, and the same again (skipped where the data is absent)',
    async () => {
      await database.query
        .insert(gpt)
        .values({ id: 'g-bo0FiWLY7', name: 'Known' })
        .onConflictDoNothing();
      const report = await importFile(database, realHistory);
      expect(report).toMatchObject({ added: 258_000, rejected: 0, gpts: 1_978, unknown: 1_977 });
      const expected = await expectedUsage();
      const { rows } = await database.query.execute<{
        gpt_id: string;
        days: string[];
        imported: string[];
        estimated: boolean[];
        gap: boolean[];
      }>(
        sql`select gpt_id, array_agg(day::text order by day) as days, array_agg(imported::text order by day) as imported,
          array_agg(estimated order by day) as estimated, array_agg(gap order by day) as gap from gpt_usage_day group by gpt_id`,
      );
      expect(rows).toHaveLength(expected.size);
      for (const row of rows) {
        const days = row.days.map((day, place) => ({
          day,
          imported: Number(row.imported[place]),
          estimated: row.estimated[place],
          gap: row.gap[place],
        }));
        expect(days, row.gpt_id).toEqual(expected.get(row.gpt_id));
      }
      expect(await importFile(database, realHistory)).toMatchObject({
        unchanged: 258_000,
        gpts: 0,
      });
    },
    600_000,
  );
});

/** The same, worked out in another way: by the whole file in memory and a scan of its days. */
async function expectedUsage(): Promise<Map<string, UsageDay[]>> {
  const text = gunzipSync(await readFile(realHistory)).toString();
  const byDay = new Map<string, Map<string, string>>();
  const byId = new Map<string, Observation[]>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [day = '', , id = '', count, rating, reviews] = line.split(',');
    if (!byDay.has(day)) byDay.set(day, new Map());
    if (!byId.has(id)) byId.set(id, []);
    byDay.get(day)?.set(id, `${count} ${rating} ${reviews}`);
    byId.get(id)?.push({ day, conversations: Number(count) });
  }
  const days = [...byDay].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const frozen = days.filter(([, rows], place) => {
    const before = days[place - 1]?.[1];
    return before && [...rows].every(([id, row]) => before.get(id) === row);
  });
  expect(frozen).toHaveLength(45);
  const frozenDays = new Set(frozen.map(([day]) => day));
  const usage = [...byId].map(
    ([id, observations]) => [id, usageOfSources([{ observations, frozenDays }])] as const,
  );
  return new Map(usage.filter(([, days]) => days.length > 0));
}
