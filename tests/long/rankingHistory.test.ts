import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { importFile } from '../setup/importing.ts';
import { type Rankings, rankingsOf } from '../setup/rankings.ts';
import { type Place, type Rules, rulesOf } from '../setup/rankingRules.ts';

const catalogue = '../shared/data/gpts.jsonl';
const history = '../shared/data/history-daily.csv.gz';
const isThere = existsSync(catalogue) && existsSync(history);

type Frozen = { range: string; value: string; imported: number; data_until: string | null };

describe.skipIf(!isThere)('the rankings of a real history', () => {
  let database: TestDatabase;
  let rankings: Rankings;
  let rules: Rules;

  beforeAll(async () => {
    database = await createTestDatabase();
    rankings = rankingsOf(database);
    await importFile(database, catalogue);
    await importFile(database, history);
    // Most GPTs of the history are not in the catalogue: nine of ten are added, the others must have no place.
    await database.pool.query(
      `insert into gpt (id, name, categories) select id, id, array['added', 'added-' || place % 5] from (
        select gpt_id as id, row_number() over (order by gpt_id) as place from (
          select distinct gpt_id from history_day) as known where gpt_id not in (select id from gpt)) as added
      where place % 10 > 0`,
    );
    const { rows } = await database.pool.query<{ id: string; categories: string[] }>(
      'select id, categories from gpt',
    );
    const shown = new Map(rows.map(({ id, categories }) => [id, categories]));
    rules = rulesOf(gunzipSync(await readFile(history)).toString(), shown);
    await freezePeriods(database, new Date('2026-02-01T00:00:00Z'), Infinity);
  }, 900_000);

  afterAll(() => database.drop());

  async function frozen(): Promise<Frozen[]> {
    const { rows } = await database.pool.query<Frozen>(
      `select range, value, imported::int, data_until::text from ranking_period
      order by range, value`,
    );
    return rows;
  }

  it('are of exactly the periods with data for their last day and growth', async () => {
    const names = (await frozen()).map(({ range, value }) => `${range} ${value}`);
    expect(names).toEqual(rules.periods.map(({ range, value }) => `${range} ${value}`));
    expect(names.length).toBeGreaterThan(300);
  });

  it('have the places that the rules give, every one in every range and category', async () => {
    let compared = 0;
    for (const period of rules.periods) {
      const expected = rules.placesOf(period);
      const { rows } = await database.pool.query<Place>(
        `select scope, rank, gpt_id as id, (own + imported)::int as growth, previous::int, movement,
          is_estimated as "isEstimated"
        from ranking_row where range = $1 and value = $2 order by scope collate "C", rank`,
        [period.range, period.value],
      );
      expect([period.value, rows]).toEqual([period.value, expected]);
      compared += rows.length;
    }
    console.log(`compared ${compared} places in ${rules.periods.length} periods`);
    expect(compared).toBeGreaterThan(6_000);
  });

  it('have the sums and the freshness that the readings give', async () => {
    const expected = rules.periods.map(({ range, value, ...period }) => {
      const { imported, dataUntil } = rules.sumsOf({ range, value, ...period });
      return { range, value, imported, data_until: dataUntil };
    });
    expect(await frozen()).toEqual(expected);
  });

  it('stay the same when all days get other data', async () => {
    const before = await rankings.everything();
    await database.pool.query('update gpt_usage_day set imported = imported * 2 + 1');
    await database.pool.query('update gpt_usage_day set estimated = false, gap = false');
    await freezePeriods(database, new Date('2026-02-01T00:00:00Z'), 5);
    const after = new Set((await rankings.everything()).flat());
    expect(before.flat().filter((row) => !after.has(row))).toEqual([]);
  });
});
