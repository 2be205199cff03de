import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moduleFiles } from '#catalog/ranking/recordFiles.ts';
import { canonicalJson } from '#domain/ranking/chain.ts';
import type * as Formula from '#domain/ranking/formula.ts';
import type { RankingInputs } from '#domain/ranking/formula.ts';
import { parseTrusted } from '#domain/json.ts';
import { periodOf, timedRanges } from '#domain/ranking/ranking.ts';
import {
  readInputsText,
  readRecords,
  readResultText,
} from '#server/services/ranking/rankingRecords.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { verifyRankings } from '#server/services/ranking/verifyRankings.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type Rankings, rankingsOf } from '../../setup/rankings.ts';

let database: TestDatabase;
let rankings: Rankings;

beforeEach(async () => {
  database = await createTestDatabase();
  rankings = rankingsOf(database);
});

afterEach(() => database.drop());

const verify = () => verifyRankings(database.query, timedRanges);

const recount = (value: string, reason: string) => {
  const period = periodOf('weekly', value);
  if (period === undefined) throw new Error(`${value} is no week`);
  const asked = { range: 'weekly', period, reason } as const;
  return refreeze(database, asked, new Date('2026-04-01T10:00:00Z'));
};

describe('the records of rankings', () => {
  beforeEach(async () => {
    await rankings.addGpts({ id: 'a', categories: ['data'] }, { id: 'b', categories: ['data'] });
    await rankings.addDays('a', { '2026-03-08': 3, '2026-03-15': 4, '2026-03-31': 1 });
    await rankings.addDays('b', { '2026-03-08': { own: 2 }, '2026-03-15': { own: 9 } });
    await rankings.freezeAt('2026-03-09T06:00:00Z');
    await rankings.freezeAt('2026-03-16T06:00:00Z');
  });

  it('stay a chain from freeze to freeze and to a recount, which is no break', async () => {
    await rankings.addDays('a', { '2026-03-07': 90 });
    await recount('2026-03-02', 'A day came late');
    await rankings.freezeAt('2026-04-01T06:00:00Z');
    const report = await verify();
    expect(report).toMatchObject({ problems: [], unrecorded: 0 });
    expect(report.refrozen).toEqual([
      'weekly 2026-03-02: counted again 2026-04-01T10:00:00.000Z: A day came late',
    ]);
    const records = await readRecords(database.query, 'weekly');
    expect(records.map(({ value, kind, previous }) => [value, kind, previous?.value])).toEqual([
      ['2026-03-02', 'freeze', undefined],
      ['2026-03-09', 'freeze', '2026-03-02'],
      ['2026-03-02', 'refreeze', '2026-03-09'],
    ]);
  });

  it('go on after a restored backup, in which the newest periods are missing', async () => {
    await database.pool.query(`delete from ranking_record where number > 1`);
    await database.pool.query(`delete from ranking_period where last_day > '2026-03-08'`);
    expect((await verify()).problems).toEqual([]);
    await rankings.freezeAt('2026-03-17T06:00:00Z');
    expect(await verify()).toMatchObject({ problems: [], unrecorded: 0 });
  });

  it.each([
    [
      'a place',
      `update ranking_row set own = own + 1 where rank = 1 and range = 'weekly'`,
      'places or sums were changed',
    ],
    [
      'an input',
      `update ranking_record set inputs = replace(inputs, '9', '8') where range = 'weekly'`,
      'inputs were changed',
    ],
    [
      'a record',
      `update ranking_record set reason = 'x' where number = 1 and range = 'weekly'`,
      'was changed after it was written',
    ],
    [
      'a removed record',
      `delete from ranking_record where number = 1 and range = 'weekly'`,
      'does not follow the record before',
    ],
    [
      'a removed newest record',
      `delete from ranking_record where number = 2 and range = 'weekly'`,
      'record is missing',
    ],
    ['a removed period', `delete from ranking_period where range = 'weekly'`, 'the period is gone'],
  ])('show %s that was changed later', async (_, change, sentence) => {
    await database.pool.query(change);
    expect((await verify()).problems.join('\n')).toContain(sentence);
  });
});

describe('the published formula', () => {
  it('gives from the published inputs what the server froze, for random days', async () => {
    const random = (most: number) => Math.floor(Math.random() * most);
    const ids = ['a', 'B', 'b', 'ß', '文', '😀', '｡', 'z-1', 'z-2'];
    await rankings.addGpts(
      ...ids.map((id) => ({
        id,
        categories: ['data', 'fun'].slice(random(3)),
        ...(random(2) === 0 && { gptCreated: `2026-0${1 + random(4)}-10` }),
      })),
    );
    for (const id of ids) {
      const days = Array.from({ length: 75 }, (_, day) => {
        const name = new Date(Date.UTC(2026, 0, 20 + day)).toISOString().slice(0, 10);
        const estimated = random(6) === 0;
        const use = { imported: random(4), own: estimated ? 0 : random(3), estimated };
        return [name, use] as const;
      });
      await rankings.addDays(id, Object.fromEntries(days.filter(() => random(4) > 0)));
    }
    await rankings.freezeAt('2026-04-05T06:00:00Z');
    const [formula] = moduleFiles();
    const module: typeof Formula = await import(
      `data:text/javascript;base64,${Buffer.from(formula?.content.text ?? '').toString('base64')}`
    );
    let periods = 0;
    for (const range of timedRanges) {
      for (const record of await readRecords(database.query, range)) {
        const inputs = parseTrusted<RankingInputs>(await readInputsText(database.query, record));
        const result = module.rankingResult(inputs, module.countRanking(inputs));
        const frozen = await readResultText(database.query, range, record.value);
        expect(canonicalJson(result)).toBe(frozen);
        periods += 1;
      }
    }
    expect(periods).toBeGreaterThan(60);
    expect((await verify()).problems).toEqual([]);
  });
});
