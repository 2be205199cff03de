import { type Day, isDay } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { addJob } from '#server/db/jobs.ts';

export const compareTask = 'compare_payments';

/** Has a server or worker compare a day: only they are connected to the providers. */
export async function askForComparison({ query }: Database, day: Day): Promise<void> {
  const key = `${compareTask}/${day}`;
  await addJob(query, { task: compareTask, key, payload: { day } });
}

/** The day for which the task was asked; without one, it compares those that are due. */
export function askedDay(payload: unknown): Day | undefined {
  const { day } = payload as { day?: unknown };
  return typeof day === 'string' && isDay(day) ? day : undefined;
}
