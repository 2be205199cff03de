import { lt } from 'drizzle-orm';
import { signInsKeptDays } from '#domain/login/login.ts';
import type { CorePlatform } from '#server/context.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { googleAttempt, loginAttempt, session, signIn } from '#server/db/schema/accounts.ts';
import { deleteOldCounts } from '#server/db/queries/rateLimits.ts';

/** Deletes expired sessions, attempts and counts of limits, and old sign-ins. Returns the number of each. */
export async function cleanUpLogins({ database, now }: CorePlatform): Promise<{
  sessions: number;
  attempts: number;
  limits: number;
  signIns: number;
}> {
  const time = now();
  const { query } = database;
  const deleteOld = (table: typeof session | typeof loginAttempt | typeof googleAttempt) =>
    deleteInBatches(query, table, lt(table.expires, time));
  return {
    sessions: await deleteOld(session),
    attempts: (await deleteOld(loginAttempt)) + (await deleteOld(googleAttempt)),
    limits: await deleteOldCounts(query),
    signIns: await deleteInBatches(
      query,
      signIn,
      lt(signIn.created, daysBefore(time, signInsKeptDays)),
    ),
  };
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * 24 * 3_600_000);
}
