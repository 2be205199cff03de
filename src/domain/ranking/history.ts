import { type Day, dayMilliseconds, dayOf } from '#domain/dates.ts';

/**
 * Computes daily use from an imported history. A history has cumulative counts: all conversations of a GPT up to a day
 * (see "Ranking" in the decisions).
 */

/** The cumulative count of a GPT's conversations on a day by a source; `null` if the source has none. */
export type Observation = { day: Day; conversations: number | null };

/**
 * Use on one day. `imported` counts conversations. `estimated`: they are a share of the growth over a gap. `gap`: no source
 * has a reading of this day. The day after a gap has a share, but is not part of the gap.
 */
export type UsageDay = { day: Day; imported: number; estimated: boolean; gap: boolean };

/** The history of one GPT in one source, and the days on which the whole source is a copy of the day before. */
export type SourceHistory = {
  observations: Iterable<Observation>;
  frozenDays: ReadonlySet<Day>;
};

/**
 * Least number of unchanged GPTs (counts, ratings, reviews) for which a source's day counts as a copy of the day
 * before.
 */
export const frozenCopyGpts = 20;

/** The earliest accepted day of a history. */
export const firstHistoryDay: Day = '2020-01-01';

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
      day: dayOf(new Date(number * dayMilliseconds)),
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
