import { describe, expect, it } from 'vitest';
import {
  type Observation,
  type SourceHistory,
  type UsageDay,
  usageOfSources,
} from '#domain/ranking/formula.ts';
import { type Day, addDays } from '#domain/dates.ts';
import { Random } from '../../../setup/random.ts';

/** Observations in January 2026: a day of the month and the count on it. */
function observed(counts: Readonly<Record<number, number | null>>): Observation[] {
  return Object.entries(counts).map(([day, conversations]) => ({
    day: addDays('2026-01-01', Number(day) - 1),
    conversations,
  }));
}

function usageOfHistory(observations: Observation[], frozenDays = new Set<Day>()): UsageDay[] {
  return usageOfSources([{ observations, frozenDays }]);
}

/** `3:40` is forty conversations on the third, `3:40~` an estimate of a gap, `3:40≈` one of the day after it. */
function written(usage: readonly UsageDay[]): string {
  return usage
    .map(
      ({ day, imported, estimated, gap }) =>
        `${Number(day.slice(8))}:${imported}${estimated ? (gap ? '~' : '≈') : ''}`,
    )
    .join(' ');
}

describe('the use that follows from a history', () => {
  it.for<[string, Record<number, number | null>, number[], string]>([
    ['has no growth on its first day', { 1: 1_000 }, [], '1:0'],
    [
      'grows by the difference from one day to the next',
      { 1: 1_000, 2: 1_040, 3: 1_040 },
      [],
      '1:0 2:40 3:0',
    ],
    [
      'counts only what is above the largest count before',
      { 1: 100, 2: 130, 3: 90, 4: 120, 5: 150 },
      [],
      '1:0 2:30 3:0 4:0 5:20',
    ],
    ['spreads what grew over a gap evenly', { 1: 100, 4: 190 }, [], '1:0 2:30~ 3:30~ 4:30≈'],
    [
      'gives the rest of a gap to its first days',
      { 1: 100, 5: 110 },
      [],
      '1:0 2:3~ 3:3~ 4:2~ 5:2≈',
    ],
    ['marks a gap without growth, too', { 1: 100, 3: 90, 4: 101 }, [], '1:0 2:0~ 3:0≈ 4:1'],
    ['takes an unknown count for a missing day', { 1: 100, 2: null, 3: 110 }, [], '1:0 2:5~ 3:5≈'],
    [
      'takes a frozen copy for a missing day',
      { 1: 100, 2: 100, 3: 100, 4: 160 },
      [2, 3],
      '1:0 2:20~ 3:20~ 4:20≈',
    ],
    ['begins after unknown and frozen days', { 1: null, 2: 100, 3: 100, 4: 130 }, [2], '3:0 4:30'],
    ['ends with the last day that is known', { 1: 100, 2: 150, 3: 150, 4: null }, [3], '1:0 2:50'],
    ['knows a base of zero from an unknown one', { 1: 0, 2: 7 }, [], '1:0 2:7'],
    ['is nothing where nothing is known', { 1: null, 2: 5 }, [2], ''],
  ])('%s', ([, counts, frozen, expected]) => {
    const frozenDays = new Set(frozen.map((day) => addDays('2026-01-01', day - 1)));
    expect(written(usageOfHistory(observed(counts), frozenDays))).toBe(expected);
  });

  it('is the sum of the gains over the largest count, in any order of the rows', () => {
    const random = new Random(Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000));
    for (let round = 0; round < 500; round += 1) checkRandomHistory(random);
  });
});

describe('the use that follows from several sources', () => {
  const usageOf = (...counts: Record<number, number | null>[]) =>
    written(
      usageOfSources(
        counts.map((source) => ({ observations: observed(source), frozenDays: new Set() })),
      ),
    );

  it.for<[string, Record<number, number>[], string]>([
    [
      'is the same as of one when they say the same',
      [
        { 1: 100, 2: 130, 4: 150 },
        { 1: 100, 2: 130, 4: 150 },
      ],
      '1:0 2:30 3:10~ 4:10≈',
    ],
    [
      'never adds them up: the first one that knows a day counts',
      [
        { 1: 100, 2: 130, 3: 140 },
        { 1: 7, 2: 1_007, 3: 5_007 },
      ],
      '1:0 2:30 3:10',
    ],
    [
      'fills the days that the first one does not know',
      [
        { 3: 100, 4: 110 },
        { 1: 50, 2: 55, 3: 61, 4: 99, 5: 102 },
      ],
      '1:0 2:5 3:6 4:10 5:3',
    ],
    [
      'explains a gap by what others know of its days, and spreads only the rest',
      [
        { 1: 100, 5: 140 },
        { 1: 10, 2: 25, 3: 35 },
      ],
      '1:0 2:15 3:10 4:8~ 5:7≈',
    ],
    [
      'spreads nothing where others know of more than a gap gained',
      [
        { 1: 100, 4: 110 },
        { 1: 10, 2: 50 },
      ],
      '1:0 2:40 3:0~ 4:0≈',
    ],
    [
      'knows nothing of the days between them',
      [
        { 1: 100, 2: 110 },
        { 5: 500, 6: 507 },
      ],
      '1:0 2:10 3:0~ 4:0~ 5:0 6:7',
    ],
  ])('%s', ([, sources, expected]) => {
    expect(usageOf(...sources)).toBe(expected);
  });

  it('equals a second computation, for random histories', () => {
    const random = new Random(Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000));
    for (let round = 0; round < 300; round += 1) {
      const sources = Array.from({ length: random.whole(0, 4) }, () => {
        const observations = randomHistory(random);
        const days = observations.map(({ day }) => day);
        return { observations, frozenDays: new Set(days.filter(() => random.whole(1, 6) === 1)) };
      });
      const shown = usageOfSources(sources).map(
        ({ day, imported, estimated, gap }) => `${day} ${imported} ${estimated} ${gap}`,
      );
      expect(shown, `seed ${random.seed}`).toEqual(secondComputation(sources));
    }
  });
});

/** The rules again, day by day from a table of each source's largest count so far. */
function secondComputation(sources: readonly SourceHistory[]): string[] {
  const tables = sources.map(({ observations, frozenDays }) => {
    const known = [...observations]
      .filter(({ day, conversations }) => conversations !== null && !frozenDays.has(day))
      .map(({ day, conversations }): [Day, number] => [day, conversations ?? 0])
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    return known.map(([day, count], place) => {
      const before = known.slice(0, place).map(([, earlier]) => earlier);
      return { day, after: known[place - 1]?.[0], gain: count - Math.max(...before) };
    });
  });
  const all = tables.flat().map(({ day }) => day);
  const [first = '', last = ''] = [all.toSorted()[0], all.toSorted().at(-1)];
  const numbers = new Map<Day, [number, boolean]>();
  for (const isGap of [false, true]) {
    for (const { day, after, gain } of tables.flat()) {
      if (after === undefined || addDays(after, 1) < day !== isGap) continue;
      const span = daysFrom(addDays(after, 1), day);
      const open = span.filter((one) => !numbers.has(one));
      let rest = span.reduce((sum, one) => sum - (numbers.get(one)?.[0] ?? 0), Math.max(0, gain));
      for (const [place, one] of open.entries()) {
        const share = Math.max(0, Math.ceil(rest / (open.length - place)));
        numbers.set(one, [share, isGap]);
        rest -= share;
      }
    }
  }
  if (all.length === 0) return [];
  return daysFrom(first, last).map((day) => {
    const isReading = all.includes(day);
    const [imported, isShare] = numbers.get(day) ?? [0, !isReading];
    return `${day} ${imported} ${isShare} ${!isReading}`;
  });
}

function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function checkRandomHistory(random: Random): void {
  const seen = `seed ${random.seed}`;
  const observations = randomHistory(random);
  const frozenDays = new Set(
    observations.filter(() => random.whole(1, 8) === 1).map(({ day }) => day),
  );
  const known = observations.flatMap(({ day, conversations }) =>
    conversations === null || frozenDays.has(day) ? [] : [{ day, conversations }],
  );
  const usage = usageOfHistory(observations, frozenDays);
  const first = known[0];
  if (!first) {
    expect(usage, seen).toEqual([]);
    return;
  }
  const largest = Math.max(...known.map(({ conversations }) => conversations));
  expect(
    usage.reduce((sum, { imported }) => sum + imported, 0),
    seen,
  ).toBe(largest - first.conversations);
  expect(
    usage.filter(({ imported }) => imported < 0 || !Number.isInteger(imported)),
    seen,
  ).toEqual([]);
  expect(
    usage.map(({ day }) => day),
    seen,
  ).toEqual(Array.from(usage, (_, place) => addDays(first.day, place)));
  expect(usage.at(-1)?.day, seen).toBe(known.at(-1)?.day);
  const sure = new Set(
    known
      .filter(({ day }, place) => place === 0 || known[place - 1]?.day === addDays(day, -1))
      .map(({ day }) => day),
  );
  expect(
    usage.filter(({ estimated }) => !estimated).map(({ day }) => day),
    seen,
  ).toEqual([...sure]);
  expect(usageOfHistory(shuffled(observations, random), frozenDays), seen).toEqual(usage);
}

function randomHistory(random: Random): Observation[] {
  const observations: Observation[] = [];
  let [day, count] = ['2025-12-20', random.whole(0, 1_000)];
  for (let place = random.whole(0, 40); place > 0; place -= 1) {
    day = addDays(day, random.whole(1, 6) === 1 ? random.whole(2, 30) : 1);
    count = Math.max(0, count + random.whole(-40, 200));
    observations.push({ day, conversations: random.whole(1, 10) === 1 ? null : count });
  }
  return observations;
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const keyed = values.map((value) => ({ value, key: random.whole(0, 1_000_000) }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value);
}
