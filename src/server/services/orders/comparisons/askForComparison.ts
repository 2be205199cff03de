import { type Day, isDay } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import { addJob } from '#server/db/jobs.ts';

export const compareTask = 'compare_payments';

/** Enqueues the comparison of a day for a server or worker, because only they are connected to the providers. */
export async function askForComparison(
  { database: { query } }: CorePlatform,
  day: Day,
): Promise<void> {
  const key = `${compareTask}/${day}`;
  await addJob(query, { task: compareTask, key, payload: { day } });
}

/** Returns the day in a task's payload. Without one, the task compares the days that are due. */
export function askedDay(payload: unknown): Day | undefined {
  const { day } = payload as { day?: unknown };
  return typeof day === 'string' && isDay(day) ? day : undefined;
}
