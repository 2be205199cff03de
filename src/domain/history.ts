import type { Day } from '#domain/dates.ts';

/**
 * How daily use follows from an imported history, which counts all conversations of a GPT since its beginning
 * (decisions, "Ranking").
 */

/** The total of a GPT's conversations on a day by a source; `null` where it did not know. */
export type Observation = { day: Day; conversations: number | null };

/**
 * Use on one day: conversations, whether they are a share of what grew over a gap, and whether the day itself belongs to
 * a gap, that is, no source has a reading of it. The day after a gap has a share and is no part of the gap.
 */
export type UsageDay = { day: Day; imported: number; estimated: boolean; gap: boolean };

/** The history of one GPT as one source gives it, and the days on which the whole source is a copy of its day before. */
export type SourceHistory = {
  observations: Iterable<Observation>;
  frozenDays: ReadonlySet<Day>;
};

/** From how many GPTs of a source on a day without any change (counts, ratings, reviews) is taken for a copy of the day before. */
export const frozenCopyGpts = 20;

/** Days that a history can be about: none before the first of them. */
export const firstHistoryDay: Day = '2020-01-01';

/**
 * The use of one GPT on every day from its first to its last observation, oldest first. `frozenDays` of a source count
 * as missing, as unknown counts do. `sources` are in the order of preference.
 *
 * Within a source, the first observation is the base and has no growth. A day grew by what it is above the largest
 * count before it. Growth over missing days is spread evenly over these and the day after them, all marked estimated;
 * the largest remainders, here the earliest days, get the rest, so that the sum stays. The order of the observations
 * does not matter; of two of the same day the larger one counts.
 *
 * Sources count the same conversations, so they are never added up: each day has the growth of one of them. That is the
 * first source that has readings of this day and of the day before. Growth of a source over a gap is first explained by
 * the days that others know; only the rest is spread, over the other days. Days that lie between the histories of two
 * sources are a gap without growth.
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
  return Array.from({ length: lengthOf(days) }, (_, place) => {
    const number = (days[0] ?? 0) + place;
    const gap = !readings.has(number);
    return {
      day: dayOfNumber(number),
      ...(shares.get(number) ?? { imported: 0, estimated: gap }),
      gap,
    };
  });
}

/** The growth of a source between one reading (on the day before `from`) and its next one (on `to`). */
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

/** The counts that say something, by the number of their day, oldest first. */
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

/** Spreads what was gained over a gap, beyond what is known of its days, over those that nothing is known of. */
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
  for (const [place, day] of open.entries()) {
    shares.set(day, { imported: share + (place < remainder ? 1 : 0), estimated: true });
  }
}

function lengthOf(days: readonly number[]): number {
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? 0 : last - first + 1;
}

const dayMilliseconds = 86_400_000;

function numberOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMilliseconds;
}

function dayOfNumber(number: number): Day {
  return new Date(number * dayMilliseconds).toISOString().slice(0, 10);
}
