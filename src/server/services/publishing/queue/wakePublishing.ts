import type { Executor } from '#server/db/connect.ts';
import { publishTaskPrefix, runPublishTask } from '#server/db/queries/publishRuns.ts';

/** Returns the task that runs the waiting publish of a site. Only processes with its data folder have it. */
export function publishTask(siteId: string): string {
  return `${publishTaskPrefix}${siteId}`;
}

/** Runs the task of a site after so many seconds. */
export function wakePublishing(query: Executor, siteId: string, seconds: number): Promise<void> {
  return runPublishTask(query, siteId, seconds);
}
