import { lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { googleAttempt, loginAttempt, session } from '#server/db/schema/accounts.ts';
import { deleteOldCounts } from '#server/db/queries/rateLimits.ts';

/** Deletes expired sessions, attempts and counts of limits. Returns the number of each. */
export async function cleanUpLogins({ database, now }: CorePlatform): Promise<{
  sessions: number;
  attempts: number;
  limits: number;
}> {
  const time = now();
  const { query } = database;
  const deleteOld = (table: typeof session | typeof loginAttempt | typeof googleAttempt) =>
    deleteInBatches(query, table, lt(table.expires, time));
  return {
    sessions: await deleteOld(session),
    attempts: (await deleteOld(loginAttempt)) + (await deleteOld(googleAttempt)),
    limits: await deleteOldCounts(query),
  };
}
