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
  const daysOf = memoise((gpt: Gpt) => ({
    since: newSince(snapshot, gpt),
    created: createdOf(snapshot, gpt),
  }));
  return (one, other) => {
    const [days, others] = [daysOf(one), daysOf(other)];
    return descending(days.since, others.since) || descending(days.created, others.created);
  };
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
