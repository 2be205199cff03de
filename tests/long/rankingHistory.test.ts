import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Day, addDays } from '#domain/dates.ts';
import {
  type Period,
  type TimedRange,
  growthRate,
  keptRows,
  periodOf,
  previousPeriod,
} from '#domain/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { byRank } from '../fixtures/rankings.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { importFile } from '../setup/importing.ts';
import { type Rankings, rankingsOf } from '../setup/rankings.ts';

const catalogue = '../shared/data/gpts.jsonl';
const history = '../shared/data/history-daily.csv.gz';
const isThere = existsSync(catalogue) && existsSync(history);

type Use = { chats: number; isShare: boolean };
type Uses = ReadonlyMap<string, ReadonlyMap<Day, Use>>;

/**
 * Daily use by GPT, worked out a second time from the file alone and as plainly as the rules are written: growth above
 * the running maximum; days that are missing, unknown or copies of the whole day before share what grew over them. Two
 * spellings of the same number would be told apart here; the file has none.
 */
function useOf(csv: string): Uses {
  const days = new Map<Day, Map<string, string>>();
  for (const line of csv.trimEnd().split('\n').slice(1)) {
    const [day = '', , id = '', ...told] = line.split(',');
    const rows = days.get(day) ?? new Map<string, string>();
    days.set(day, rows.set(id, told.join()));
  }
  const sorted = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const uses = new Map<string, Map<Day, Use>>();
  const last = new Map<string, { day: Day; maximum: number }>();
  for (const [place, [day, rows]] of sorted.entries()) {
    const before = sorted[place - 1]?.[1];
    const isCopy = rows.size >= 20 && [...rows].every(([id, told]) => before?.get(id) === told);
    if (isCopy) continue;
    for (const [id, told] of rows) {
      if (told.startsWith(',')) continue;
      const count = Number(told.split(',')[0]);
      const known = last.get(id);
      if (known) shareOut(uses, id, known.day, day, Math.max(0, count - known.maximum));
      last.set(id, { day, maximum: Math.max(count, known?.maximum ?? 0) });
    }
  }
  return uses;
}

function shareOut(
  uses: Map<string, Map<Day, Use>>,
  id: string,
  after: Day,
  until: Day,
  growth: number,
): void {
  const span: Day[] = [];
  for (let day = addDays(after, 1); day <= until; day = addDays(day, 1)) span.push(day);
  const use = uses.get(id) ?? new Map<Day, Use>();
  uses.set(id, use);
  let rest = growth;
  for (const [place, day] of span.entries()) {
    const chats = Math.ceil(rest / (span.length - place));
    use.set(day, { chats, isShare: span.length > 1 });
    rest -= chats;
  }
}

function daysOf({ from, to }: Period): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What the ranking of a period must be: id, growth and growth before. */
function expected(uses: Uses, shown: ReadonlySet<string>, range: TimedRange, period: Period) {
  const days = daysOf(period);
  const before = daysOf(previousPeriod(range, period));
  const sum = (use: ReadonlyMap<Day, Use>, span: readonly Day[]) =>
    span.reduce((total, day) => total + (use.get(day)?.chats ?? 0), 0);
  const isUnknown = (use: ReadonlyMap<Day, Use>) => {
    const last = [...use.keys()].at(-1) ?? '';
    return (day: Day) => use.get(day)?.isShare === true || day > last;
  };
  return [...uses]
    .filter(([id]) => shown.has(id))
    .filter(([, use]) => days.filter(isUnknown(use)).length <= days.length / 2)
    .map(([id, use]) => {
      const growth = sum(use, days);
      const previous = sum(use, before);
      return { id, growth, previous, rate: growthRate(growth, previous) };
    })
    .filter(({ growth }) => growth > 0)
    .toSorted(byRank)
    .slice(0, keptRows)
    .map(({ id, growth, previous }) => [id, growth, previous]);
}

describe.skipIf(!isThere)('the rankings of a real history', () => {
  let database: TestDatabase;
  let rankings: Rankings;
  let uses: Uses;
  let shown: ReadonlySet<string>;
  let frozen: readonly [TimedRange, Period][];

  beforeAll(async () => {
    database = await createTestDatabase();
    rankings = rankingsOf(database);
    await importFile(database, catalogue);
    await importFile(database, history);
    uses = useOf(gunzipSync(await readFile(history)).toString());
    const { rows } = await database.pool.query<{ id: string }>('select id from gpt');
    shown = new Set(rows.map(({ id }) => id));
    const report = await freezePeriods(database, new Date('2026-02-01T00:00:00Z'), Infinity);
    frozen = report.frozen.map(({ range, period }) => [range, period]);
  }, 600_000);

  afterAll(() => database.drop());

  it('are those that the rules give, in every month and week and on many days', async () => {
    const looked = frozen.filter(([range], place) => range !== 'daily' || place % 10 === 0);
    expect(looked.length).toBeGreaterThan(100);
    for (const [range, period] of looked) {
      const places = await rankings.placesOf(range, period.value);
      const told = places.map((row) => [row.gpt_id, row['imported'], row['previous']]);
      expect([period.value, told]).toEqual([period.value, expected(uses, shown, range, period)]);
    }
  });

  it('leave out GPTs that the catalogue does not have, and periods that are one gap', async () => {
    const unknown = [...uses.keys()].filter((id) => !shown.has(id));
    expect(unknown.length).toBeGreaterThan(0);
    const { rows } = await database.pool.query<{ gpt_id: string }>(
      'select distinct gpt_id from ranking_row',
    );
    expect(rows.filter(({ gpt_id }) => !shown.has(gpt_id))).toEqual([]);
    const names = new Set(frozen.map(([range, { value }]) => `${range}/${value}`));
    const days = new Set([...uses.values()].flatMap((use) => [...use.keys()]));
    const left = [...days].filter((day) => !names.has(`daily/${day}`));
    expect(left.length).toBeGreaterThan(100);
    for (const day of left) {
      const period = periodOf('daily', day);
      expect(period && expected(uses, shown, 'daily', period)).toEqual([]);
    }
  });

  it('stay the same when all days turn out otherwise', async () => {
    const before = await rankings.everything();
    await database.pool.query('update gpt_usage_day set imported = imported * 2 + 1');
    await database.pool.query('update gpt_usage_day set estimated = false');
    await freezePeriods(database, new Date('2026-02-01T00:00:00Z'), 5);
    const after = new Set((await rankings.everything()).flat());
    expect(before.flat().filter((row) => !after.has(row))).toEqual([]);
  });
});
