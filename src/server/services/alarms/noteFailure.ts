import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { AlarmDetail, NotedAlarm } from '#domain/operation/alarms.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { alarmFailure } from '#server/db/schema/alarms.ts';
import { redactedError } from '#server/errors.ts';

/** The failed part. Subject and detail must be without secrets and personal data: they are logged and sent. */
export type Failure = { name: NotedAlarm; subject?: string; detail?: AlarmDetail };

/** Counts a failure in a row. The next check raises the alarm when its rule says so. */
export async function storeFailure(query: Executor, failure: Failure, now: Date): Promise<void> {
  const { name, subject = '', detail = {} } = failure;
  await query
    .insert(alarmFailure)
    .values({ name, subject, detail, failures: 1, since: now, failed: now })
    .onConflictDoUpdate({
      target: [alarmFailure.name, alarmFailure.subject],
      set: { failures: sql`${alarmFailure.failures} + 1`, failed: now, detail },
    });
}

/** Ends a row of failures, because the same thing succeeded. */
export async function deleteFailure(
  query: Executor,
  { name, subject = '' }: Failure,
): Promise<void> {
  await query
    .delete(alarmFailure)
    .where(and(eq(alarmFailure.name, name), eq(alarmFailure.subject, subject)));
}

/** Ends the failures of all other subjects, after a check of everything that an alarm is about. */
export async function keepFailures(
  query: Executor,
  name: NotedAlarm,
  subjects: readonly string[],
): Promise<void> {
  await query
    .delete(alarmFailure)
    .where(and(eq(alarmFailure.name, name), notInArray(alarmFailure.subject, [...subjects])));
}

/** Like `storeFailure`, for callers that must not fail because of it. */
export async function noteFailure(platform: CorePlatform, failure: Failure): Promise<void> {
  const { database, now } = platform;
  await tryNoting(platform, () => storeFailure(database.query, failure, now()));
}

/** Like `deleteFailure`, for callers that must not fail because of it. */
export async function noteSuccess(platform: CorePlatform, failure: Failure): Promise<void> {
  await tryNoting(platform, () => deleteFailure(platform.database.query, failure));
}

async function tryNoting({ log }: CorePlatform, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    log.warn({ error: redactedError(error) }, 'a failure could not be noted for the alarms');
  }
}
