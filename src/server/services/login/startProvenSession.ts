import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { session, signInNotice } from '#server/db/schema/accounts.ts';
import { describeBrowser, startSession } from '#server/services/login/session.ts';

type Entered = {
  userId: string;
  /** Whether the account was created by this sign-in. */
  isNew: boolean;
  /** Whether this browser has signed in to the account's address before (`isKnownDevice`). */
  isKnown: boolean;
};

/**
 * Starts a session of a user who has proven to be that user, in the transaction of the proof: every way to sign in ends
 * here. An account that is not new gets a mail about a browser that it does not know. Returns the token for the cookie.
 * `endReplacedSession` must follow the commit.
 */
export async function startProvenSession(
  { actor, now }: Context,
  transaction: Executor,
  { userId, isNew, isKnown }: Entered,
): Promise<string> {
  const time = now();
  if (!isNew && !isKnown) {
    const notice = { userId, created: time, ...describeBrowser(actor) };
    await transaction.insert(signInNotice).values(notice);
  }
  return startSession(transaction, userId, time, actor);
}

/**
 * Ends the session that the browser had before it signed in, so that nobody can plant one. Comes after the transaction of
 * the proof, which may grant credits, because an ended session notifies the servers. When the process is killed in
 * between, the browser has got no other session, and its next sign-in ends this one.
 */
export async function endReplacedSession({ actor, database }: Context): Promise<void> {
  if (actor.kind !== 'user') return;
  await database.query.delete(session).where(eq(session.id, actor.sessionId));
}
