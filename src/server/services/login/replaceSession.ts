import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { session } from '#server/db/schema/accounts.ts';
import { startSession } from '#server/services/login/session.ts';

/** Starts a session of this user and ends the one that the browser still had. Returns the token for its cookie. */
export async function replaceSession(
  { actor, now }: Context,
  transaction: Executor,
  userId: string,
): Promise<string> {
  if (actor.kind === 'user') {
    await transaction.delete(session).where(eq(session.id, actor.sessionId));
  }
  return startSession(transaction, userId, now());
}
