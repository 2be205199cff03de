/**
 * The formula of rankings. This file has no imports: the site publishes it as `/ranking/formula.js` without its types, the
 * server counts with it, and the button "Recompute" of a ranking runs it in the browser. See "Ranking" in the decisions.
 *
 * - `usageOfSources`: from cumulative counts to conversations a day
 * - `countRanking`: from conversations a day to the places of a period
 */

/** The version of the rules below. A record of a ranking names the one that it was counted with. */
export const formulaVersion = 1;

/** A UTC day as `YYYY-MM-DD`. */
type Day = string;

const dayMilliseconds = 86_400_000;

/** Number of places of a ranking that are published, among all GPTs and within a category. */
export const rankingRows = 100;

/** The lowest divisor of the growth rate, so that tiny numbers do not win. */
export const growthRateFloor = 50;

/**
 * A GPT with conversations in a period, as published: id; imported and own conversations of each day from the first day of
 * the period before, empty when all are 0; days of the period, from 0, whose imported number is a share of a gap's growth;
 * days of the period in such a gap; days of the period after the last reading of its history; the day on which it was
 * created, if known; 1 if it was used before the period; its place in the period before, or 0; its categories, in a month,
 * each with its place there in the period before, or 0.
 */
export type GptInputs = [
  id: string,
  imported: number[],
  own: number[],
  estimated: number[],
  gaps: number[],
  unknown: number,
  created: Day | null,
  isUsedBefore: 0 | 1,
  placeBefore: number,
  categories: [category: string, placeBefore: number][],
];

/** Everything that a ranking is counted from. */
export type RankingInputs = {
  range: string;
  value: string;
  /** The first and last day of the period, and the first day of the period before. */
  from: Day;
  to: Day;
  before: Day;
  /** The first day of all data. */
  since: Day;
  gpts: GptInputs[];
};

/** A counted place. `movement`: places gained since the period before, `null` without a place there. */
export type CountedPlace = {
  id: string;
  own: number;
  imported: number;
  growth: number;
  previous: number;
  rate: number;
  movement: number | null;
  isNew: boolean;
  isEstimated: boolean;
};

/** All places of a period, best first, and those within each category. */
export type CountedRanking = { all: CountedPlace[]; categories: Map<string, CountedPlace[]> };

/** Returns the growth rate of a period: (now − before) / max(before, `growthRateFloor`). */
export function growthRate(now: number, before: number): number {
  return (now - before) / Math.max(before, growthRateFloor);
}

/**
 * Counts a period. Growth is the number of conversations in it, own and imported. Order: growth, growth rate, id. A GPT
 * without growth has no place, and neither has one without numbers for more than half of the days.
 */
export function countRanking(inputs: RankingInputs): CountedRanking {
  const start = numberOfDay(inputs.from) - numberOfDay(inputs.before);
  const days = numberOfDay(inputs.to) - numberOfDay(inputs.from) + 1;
  const counted = inputs.gpts
    .map((gpt) => ({ gpt, place: placeOf(inputs, gpt, start) }))
    .filter(({ gpt, place }) => place.growth > 0 && isKnown(days, gpt, place))
    .toSorted((one, other) => compare(one.place, other.place));
  const categories = new Map<string, CountedPlace[]>();
  for (const { gpt, place } of counted) {
    for (const [category, before] of gpt[9]) {
      const places = categories.get(category) ?? [];
      categories.set(category, places);
      places.push({ ...place, movement: movementTo(places.length + 1, before) });
    }
  }
  counted.forEach(({ gpt, place }, index) => (place.movement = movementTo(index + 1, gpt[8])));
  return { all: counted.map(({ place }) => place), categories };
}

/** A place as published: id, own, imported, previous, movement, 1 if new, 1 if estimated. Its rank is its position. */
export type ResultPlace = [string, number, number, number, number | null, 0 | 1, 0 | 1];

/** Some places as published: the sums of all, and the first of them. */
export type ResultPlaces = { own: number; imported: number; places: ResultPlace[] };

/** A ranking as published. `gpts`: how many GPTs of a category have a place. */
export type RankingResult = { range: string; value: string } & ResultPlaces & {
    categories: Record<string, ResultPlaces & { gpts: number }>;
  };

/** Returns what is published of a counted period. */
export function rankingResult(
  { range, value }: Pick<RankingInputs, 'range' | 'value'>,
  { all, categories }: CountedRanking,
): RankingResult {
  const within = [...categories].map(([name, places]) => {
    return [name, { gpts: places.length, ...resultPlaces(places) }];
  });
  return { range, value, ...resultPlaces(all), categories: Object.fromEntries(within) };
}

function resultPlaces(all: readonly CountedPlace[]): ResultPlaces {
  return {
    own: sum(all.map(({ own }) => own)),
    imported: sum(all.map(({ imported }) => imported)),
    places: all.slice(0, rankingRows).map((place) => {
      const { id, own, imported, previous, movement, isNew, isEstimated } = place;
      return [id, own, imported, previous, movement, isNew ? 1 : 0, isEstimated ? 1 : 0];
    }),
  };
}

function placeOf({ from, to, since }: RankingInputs, gpt: GptInputs, start: number): CountedPlace {
  const [id, importedDays, ownDays, estimated, , , created, isUsedBefore] = gpt;
  const own = sum(ownDays.slice(start));
  const imported = sum(importedDays.slice(start));
  const growth = own + imported;
  const previous = sum(ownDays.slice(0, start)) + sum(importedDays.slice(0, start));
  return {
    id,
    own,
    imported,
    growth,
    previous,
    rate: growthRate(growth, previous),
    movement: null,
    // In the first period of all data everything is used for the first time, which says nothing about a GPT.
    isNew: created === null ? since < from && isUsedBefore === 0 : created >= from && created <= to,
    isEstimated: estimated.length > 0,
  };
}

/** Whether at least half of the days have numbers. Own conversations are always known, imported ones may have gaps. */
function isKnown(days: number, gpt: GptInputs, { imported }: CountedPlace): boolean {
  const unknown = gpt[4].length + (imported === 0 ? 0 : gpt[5]);
  return unknown * 2 <= days;
}

function compare(one: CountedPlace, other: CountedPlace): number {
  return other.growth - one.growth || other.rate - one.rate || compareIds(one.id, other.id);
}

/** Compares by code points, in the order of the bytes of UTF-8. */
function compareIds(one: string, other: string): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (unit !== otherUnit) return unitOrder(unit) - unitOrder(otherUnit);
  }
  return one.length - other.length;
}

/** Halves of code points above U+FFFF are the last ones. */
function unitOrder(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function movementTo(rank: number, before: number): number | null {
  return before === 0 ? null : before - rank;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The cumulative count of a GPT's conversations on a day by a source; `null` if the source has none. */
export type Observation = { day: Day; conversations: number | null };

/**
 * Use on one day. `imported` counts conversations. `estimated`: they are a share of the growth over a gap. `gap`: no source
 * has a reading of this day. The day after a gap has a share, but is not part of the gap.
 */
export type UsageDay = { day: Day; imported: number; estimated: boolean; gap: boolean };

/** The history of one GPT in one source, and the days on which the whole source is a copy of the day before. */
export type SourceHistory = { observations: Iterable<Observation>; frozenDays: ReadonlySet<Day> };

/**
 * Returns the use of one GPT on every day from its first to its last observation, oldest first. `sources` are in the order
 * of preference. `frozenDays` and counts of `null` are missing days.
 *
 * Within a source, the first observation is the base and has no growth. The growth of a day is its count minus the largest
 * earlier count. Growth over missing days is spread evenly over these and the day after them; all of them are marked as
 * estimated. The remainder of the division goes to the earliest days, so that the sum stays the same. The order of the
 * observations does not matter. Of two observations of a day the larger one counts.
 *
 * Sources count the same conversations, so they are never added up: each day has the growth of one source. It is the first
 * source with readings of this day and of the day before. If other sources have readings of days in a gap, their growth is
 * subtracted first, and only the rest is spread over the other days. Days between the histories of two sources are a gap
 * without growth.
 */
export function usageOfSources(sources: readonly SourceHistory[]): UsageDay[] {
  const histories = sources.map(({ observations, frozenDays }) =>
    toSteps(knownCounts(observations, frozenDays)),
  );
  const shares = new Map<number, { imported: number; estimated: boolean }>();
  const readings = new Set<number>();
  for (const { first, steps } of histories) {
    if (first !== undefined) readings.add(first);
    for (const { from, to, growth } of steps) {
      readings.add(to);
      if (from === to && !shares.has(to)) shares.set(to, { imported: growth, estimated: false });
    }
  }
  for (const { steps } of histories) {
    for (const step of steps) if (step.from < step.to) spread(step, shares);
  }
  const days = [...readings].toSorted((one, other) => one - other);
  return Array.from({ length: lengthOf(days) }, (_, index) => {
    const number = (days[0] ?? 0) + index;
    const gap = !readings.has(number);
    return {
      day: new Date(number * dayMilliseconds).toISOString().slice(0, 10),
      ...(shares.get(number) ?? { imported: 0, estimated: gap }),
      gap,
    };
  });
}

/** The growth of a source between two readings: on the day before `from`, and on `to`. Days are numbers since 1970. */
type Step = { from: number; to: number; growth: number };

function toSteps(counts: readonly [number, number][]): { first?: number; steps: Step[] } {
  const [first] = counts[0] ?? [];
  if (first === undefined) return { steps: [] };
  const steps: Step[] = [];
  let last: number | undefined;
  let maximum = 0;
  for (const [number, conversations] of counts) {
    if (last !== undefined) {
      const growth = Math.max(0, conversations - maximum);
      steps.push({ from: last + 1, to: number, growth });
    }
    last = number;
    maximum = Math.max(maximum, conversations);
  }
  return { first, steps };
}

/** Returns pairs of day number and count, without missing days, oldest first. */
function knownCounts(
  observations: Iterable<Observation>,
  frozenDays: ReadonlySet<Day>,
): [number, number][] {
  const counts = new Map<number, number>();
  for (const { day, conversations } of observations) {
    if (conversations === null || frozenDays.has(day)) continue;
    const number = numberOfDay(day);
    counts.set(number, Math.max(conversations, counts.get(number) ?? 0));
  }
  return [...counts].toSorted(([one], [other]) => one - other);
}

/** Spreads the growth over a gap over its unknown days, less the growth of its known days. */
function spread(
  { from, to, growth }: Step,
  shares: Map<number, { imported: number; estimated: boolean }>,
): void {
  const open: number[] = [];
  let rest = growth;
  for (let day = from; day <= to; day += 1) {
    const known = shares.get(day);
    if (known === undefined) open.push(day);
    else rest -= known.imported;
  }
  const share = Math.floor(Math.max(0, rest) / open.length);
  const remainder = Math.max(0, rest) % open.length;
  for (const [index, day] of open.entries()) {
    shares.set(day, { imported: share + (index < remainder ? 1 : 0), estimated: true });
  }
}

function lengthOf(days: readonly number[]): number {
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? 0 : last - first + 1;
}

function numberOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMilliseconds;
}
