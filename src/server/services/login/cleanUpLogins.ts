import { lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { googleAttempt, loginAttempt, session } from '#server/db/schema/accounts.ts';
import { deleteOldCounts } from '#server/db/queries/rateLimits.ts';

/** Deletes expired sessions, attempts and counts of limits. Returns the number of each. */
export async function cleanUpLogins({ database, now }: CorePlatform): Promise<{
  sessions: number;
  attempts: number;
  limits: number;
}> {
  const time = now();
  const sessions = await database.query.delete(session).where(lt(session.expires, time));
  const attempts = await database.query.delete(loginAttempt).where(lt(loginAttempt.expires, time));
  const googleAttempts = await database.query
    .delete(googleAttempt)
    .where(lt(googleAttempt.expires, time));
  const limits = await deleteOldCounts(database.query);
  return {
    sessions: sessions.rowCount ?? 0,
    attempts: (attempts.rowCount ?? 0) + (googleAttempts.rowCount ?? 0),
    limits,
  };
}
