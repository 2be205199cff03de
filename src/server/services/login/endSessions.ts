import { and, eq, ne } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { session } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { rotateSession } from '#server/services/login/session.ts';

/**
 * Ends the acting session, if there is one. Call it outside of transactions that change credits: a trigger on the table
 * notifies every server of an ended session.
 */
export async function endActingSession({ actor, database }: Context): Promise<void> {
  if (actor.kind !== 'user') return;
  await database.query.delete(session).where(eq(session.id, actor.sessionId));
}

/** Ends one of the acting user's sessions, if it has not ended yet. Throws `not_signed_in`. */
export async function endSession(context: Context, sessionId: string): Promise<void> {
  const isOwn = eq(session.userId, signedInUser(context));
  await context.database.query.delete(session).where(and(eq(session.id, sessionId), isOwn));
}

/**
 * Ends all sessions of the acting user except the acting one, which gets another token. Returns that token and the
 * number of ended sessions. Throws `not_signed_in`, also when the acting session ends meanwhile.
 */
export async function endOtherSessions(
  context: Context,
): Promise<{ sessionToken: string; ended: number }> {
  const { actor, database } = context;
  if (actor.kind !== 'user') throw notSignedIn();
  return database.transaction(async (transaction) => {
    const sessionToken = await rotateSession(transaction, actor.sessionId);
    if (sessionToken === undefined) throw notSignedIn();
    const ended = await transaction
      .delete(session)
      .where(and(eq(session.userId, actor.userId), ne(session.id, actor.sessionId)));
    return { sessionToken, ended: ended.rowCount ?? 0 };
  });
}

/** Ends every session of a user. Returns the number of ended sessions. */
export async function endAllSessions(query: Executor, userId: string): Promise<number> {
  const ended = await query.delete(session).where(eq(session.userId, userId));
  return ended.rowCount ?? 0;
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first');
}
