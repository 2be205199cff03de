/**
 * The rules of rankings a second time, as plainly as the decisions write them, on arrays of numbers in memory. Nothing is
 * shared with the product, on purpose: days are numbers since 1970, and every period looks at every GPT.
 */

export type Place = {
  scope: string;
  rank: number;
  id: string;
  growth: number;
  previous: number;
  movement: number | null;
  isEstimated: boolean;
};

export type RulePeriod = { range: string; value: string; from: number; to: number };

export type Rules = {
  /** The periods that must be frozen once all of them have ended, by range and value. */
  periods: RulePeriod[];
  /** By scope, then rank. */
  placesOf: (period: RulePeriod) => Place[];
  sumsOf: (period: RulePeriod) => { imported: number; dataUntil: string | null };
};

/** The use of one GPT: growth by day, and the kind of each day. */
type Line = {
  growth: Map<number, number>;
  readings: Set<number>;
  shares: Set<number>;
  first: number;
  last: number;
};

type Shown = ReadonlyMap<string, readonly string[]>;

/** `csv` is a history of one source, `shown` the categories of each GPT that the catalogue shows. */
export function rulesOf(csv: string, shown: Shown): Rules {
  const lines = new Map([...linesOf(csv)].filter(([id]) => shown.has(id)));
  const isFrozen = (period: RulePeriod) =>
    hasData([...lines.values()], period) && ranked(lines, period).length > 0;
  return {
    periods: allPeriods(lines).filter(isFrozen),
    placesOf: (period) => {
      const before = new Map(
        scoped(lines, shown, previousOf(period)).map((place) => [keyOf(place), place.rank]),
      );
      return scoped(lines, shown, period).map((place) => {
        const earlier = before.get(keyOf(place));
        return { ...place, movement: earlier === undefined ? null : earlier - place.rank };
      });
    },
    sumsOf: (period) => {
      const readings = [...lines.values()].flatMap((line) =>
        spanOf(period).filter((day) => line.readings.has(day)),
      );
      return {
        imported: ranked(lines, period).reduce((sum, { growth }) => sum + growth, 0),
        dataUntil:
          readings.length === 0 ? null : textOf(readings.toSorted((a, b) => b - a)[0] ?? 0),
      };
    },
  };
}

function linesOf(csv: string): Map<string, Line> {
  const days = new Map<number, Map<string, string>>();
  for (const row of csv.trimEnd().split('\n').slice(1)) {
    const [date = '', , id = '', ...reading] = row.split(',');
    const day = Date.parse(date) / 86_400_000;
    days.set(day, (days.get(day) ?? new Map<string, string>()).set(id, reading.join()));
  }
  const sorted = [...days].toSorted(([one], [other]) => one - other);
  const counts = new Map<string, [number, number][]>();
  for (const [place, [day, rows]] of sorted.entries()) {
    const before = sorted[place - 1]?.[1];
    const isCopy =
      rows.size >= 20 && [...rows].every(([id, reading]) => before?.get(id) === reading);
    if (isCopy) continue;
    for (const [id, reading] of rows) {
      if (reading.startsWith(',')) continue;
      counts.set(id, [...(counts.get(id) ?? []), [day, Number(reading.split(',')[0])]]);
    }
  }
  return new Map([...counts].map(([id, seen]) => [id, lineOf(seen)]));
}

function lineOf(counts: readonly [number, number][]): Line {
  const growth = new Map<number, number>();
  const shares = new Set<number>();
  for (const [place, [day, count]] of counts.entries()) {
    const [before] = counts[place - 1] ?? [];
    if (before === undefined) continue;
    const largest = Math.max(...counts.slice(0, place).map(([, earlier]) => earlier));
    let rest = Math.max(0, count - largest);
    for (let one = before + 1; one <= day; one += 1) {
      const share = Math.ceil(rest / (day - one + 1));
      growth.set(one, share);
      if (day - before > 1) shares.add(one);
      rest -= share;
    }
  }
  const known = counts.map(([day]) => day);
  return {
    growth,
    readings: new Set(known),
    shares,
    first: known[0] ?? 0,
    last: known.at(-1) ?? 0,
  };
}

/** A reading on the last day, or a gap there that is over; and a reading in the period. */
function hasData(lines: readonly Line[], period: RulePeriod): boolean {
  const days = spanOf(period);
  return (
    lines.some(({ first, last }) => first <= period.to && period.to <= last) &&
    lines.some(({ readings }) => days.some((day) => readings.has(day)))
  );
}

type Ranked = {
  id: string;
  growth: number;
  previous: number;
  rate: number;
  isEstimated: boolean;
};

/** All GPTs that have a place, best first. */
function ranked(lines: ReadonlyMap<string, Line>, period: RulePeriod): Ranked[] {
  const days = spanOf(period);
  const before = spanOf(previousOf(period));
  return [...lines]
    .filter(([, { readings, first, last }]) => {
      const isUnknown = (day: number) => day > last || (day >= first && !readings.has(day));
      return days.filter(isUnknown).length <= days.length / 2;
    })
    .map(([id, line]) => {
      const sum = (span: readonly number[]) =>
        span.reduce((total, day) => total + (line.growth.get(day) ?? 0), 0);
      const [growth, previous] = [sum(days), sum(before)];
      const rate = (growth - previous) / Math.max(previous, 50);
      return { id, growth, previous, rate, isEstimated: days.some((day) => line.shares.has(day)) };
    })
    .filter(({ growth }) => growth > 0)
    .toSorted(
      (one, other) =>
        other.growth - one.growth || other.rate - one.rate || (one.id < other.id ? -1 : 1),
    );
}

/** The places that are kept: a thousand of all and, of a month, a hundred of each category. */
function scoped(
  lines: ReadonlyMap<string, Line>,
  shown: Shown,
  period: RulePeriod,
): (Place & { movement: null })[] {
  const all = ranked(lines, period);
  const categories = all.flatMap(({ id }) => shown.get(id) ?? []);
  const scopes = period.range === 'monthly' ? [...new Set(categories)].toSorted() : [];
  return ['', ...scopes].flatMap((scope) => {
    const members = all.filter(({ id }) => scope === '' || shown.get(id)?.includes(scope));
    return members
      .slice(0, scope === '' ? 1_000 : 100)
      .map(({ id, growth, previous, isEstimated }, place) => ({
        scope,
        rank: place + 1,
        id,
        growth,
        previous,
        movement: null,
        isEstimated,
      }));
  });
}

/** Every period that ends while the history lasts. */
function allPeriods(lines: ReadonlyMap<string, Line>): RulePeriod[] {
  const first = Math.min(...[...lines.values()].map((line) => line.first));
  const last = Math.max(...[...lines.values()].map((line) => line.last));
  const periods: RulePeriod[] = [];
  for (let day = first; day <= last; day += 1) {
    periods.push({ range: 'daily', value: textOf(day), from: day, to: day });
    const weekday = new Date(day * 86_400_000).getUTCDay();
    if (weekday === 0) {
      periods.push({ range: 'weekly', value: textOf(day - 6), from: day - 6, to: day });
    }
    if (textOf(day + 1).endsWith('-01')) {
      const month = textOf(day).slice(0, 7);
      const from = Date.parse(`${month}-01`) / 86_400_000;
      periods.push({ range: 'monthly', value: month, from, to: day });
    }
  }
  return periods.toSorted((one, other) =>
    `${one.range} ${one.value}` < `${other.range} ${other.value}` ? -1 : 1,
  );
}

function previousOf({ range, from }: RulePeriod): RulePeriod {
  const to = from - 1;
  if (range === 'daily') return { range, value: '', from: to, to };
  if (range === 'weekly') return { range, value: '', from: from - 7, to };
  return { range, value: '', from: Date.parse(`${textOf(to).slice(0, 7)}-01`) / 86_400_000, to };
}

function spanOf({ from, to }: RulePeriod): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

function textOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function keyOf({ scope, id }: { scope: string; id: string }): string {
  return `${scope} ${id}`;
}
