import type { Day } from '#domain/dates.ts';

/**
 * How daily use follows from an imported history, which counts all conversations of a GPT since its beginning
 * (decisions, "Ranking").
 */

/** What a source said of a GPT on a day: all conversations until then; `null` where it did not know. */
export type Observation = { day: Day; conversations: number | null };

/** Use on one day: conversations, and whether they are a share of what grew over days that are missing. */
export type UsageDay = { day: Day; imported: number; estimated: boolean };

/** From how many GPTs on a day without any change (counts, ratings, reviews) is taken for a copy of the day before. */
export const frozenCopyGpts = 20;

/** Days that a history can be about: none before the first of them. */
export const firstHistoryDay: Day = '2020-01-01';

/**
 * The use of one GPT on every day from its first to its last observation, oldest first. `frozenDays` are days on which
 * the whole source is a copy of the day before; they count as missing, as unknown counts do.
 *
 * The first observation is the base and has no growth. A day grew by what it is above the largest count before it. What
 * grew over missing days is spread evenly over these and the day after them, all marked estimated; the largest
 * remainders, here the earliest days, get the rest, so that the sum stays. The order of the observations does not
 * matter; of two of the same day the larger one counts.
 */
export function usageOfHistory(
  observations: Iterable<Observation>,
  frozenDays: ReadonlySet<Day> = new Set(),
): UsageDay[] {
  const usage: UsageDay[] = [];
  let last: number | undefined;
  let maximum = 0;
  for (const [number, conversations] of knownCounts(observations, frozenDays)) {
    if (last === undefined) usage.push({ day: dayOfNumber(number), imported: 0, estimated: false });
    else usage.push(...spread(Math.max(0, conversations - maximum), last + 1, number));
    last = number;
    maximum = Math.max(maximum, conversations);
  }
  return usage;
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

function spread(growth: number, from: number, to: number): UsageDay[] {
  const count = to - from + 1;
  const share = Math.floor(growth / count);
  const rest = growth % count;
  return Array.from({ length: count }, (_, place) => ({
    day: dayOfNumber(from + place),
    imported: share + (place < rest ? 1 : 0),
    estimated: count > 1,
  }));
}

const dayMilliseconds = 86_400_000;

function numberOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMilliseconds;
}

function dayOfNumber(number: number): Day {
  return new Date(number * dayMilliseconds).toISOString().slice(0, 10);
}
