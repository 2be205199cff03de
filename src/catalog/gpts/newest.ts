import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';

type Closed = Pick<Snapshot, 'closedDay'>;

/**
 * Returns since when a GPT is new, as an ISO instant: its first publication on this site, or the start of the day of its
 * creation if that is later. Empty if both are unknown.
 */
export function newSince(snapshot: Closed, gpt: Gpt): string {
  const published = gpt.published ?? '';
  const created = createdOf(snapshot, gpt);
  const start = created === '' ? '' : `${created}T00:00:00.000Z`;
  return start > published ? start : published;
}

/** Returns a function that compares GPTs, newest first. Those of one import are compared by their day of creation. */
export function newestFirst(snapshot: Closed): (one: Gpt, other: Gpt) => number {
  const daysOf = daysIn(snapshot);
  return (one, other) => compareDays(daysOf(one), daysOf(other));
}

/**
 * Returns GPTs in the order of `newestFirst`. Reads the days of each GPT once, not for each comparison: a publish sorts
 * the catalogue in eight languages.
 */
export function toNewestFirst(snapshot: Closed, gpts: readonly Gpt[]): Gpt[] {
  const daysOf = daysIn(snapshot);
  return gpts
    .map((gpt) => ({ gpt, days: daysOf(gpt) }))
    .toSorted((one, other) => compareDays(one.days, other.days))
    .map(({ gpt }) => gpt);
}

/** The days by which GPTs are compared. */
type Days = { since: string; created: string };

const daysIn = memoise((snapshot: Closed) =>
  memoise((gpt: Gpt): Days => ({
    since: newSince(snapshot, gpt),
    created: createdOf(snapshot, gpt),
  })),
);

function compareDays(one: Days, other: Days): number {
  return descending(one.since, other.since) || descending(one.created, other.created);
}

/** Whether the day of creation is after the publishing day. Such a day is an error of the source and does not count. */
export function isCreatedLater(snapshot: Closed, { created }: Gpt): boolean {
  return created !== null && created > publishingDay(snapshot);
}

function createdOf(snapshot: Closed, gpt: Gpt): string {
  return isCreatedLater(snapshot, gpt) ? '' : (gpt.created ?? '');
}

function descending(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? 1 : -1;
}
