import type { SignInWay } from '#domain/login/login.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { signInNotice } from '#server/db/schema/accounts.ts';
import { refuseBlocked } from '#server/services/users/refuseBlocked.ts';
import { describeBrowser, startSession } from '#server/services/login/session.ts';

type ProvenUser = {
  userId: string;
  /** Whether this sign-in created the account. */
  isNew: boolean;
  /** Whether this browser has signed in to the account's address before (`isKnownDevice`). */
  isKnown: boolean;
  way: SignInWay;
};

/**
 * Starts a session of a user whose identity is proven, in the transaction of the proof. Every way to sign in ends here.
 * An existing account gets a mail about a browser that is new to it. Returns the token for the cookie. Throws
 * `account_blocked`, which only a person with the proof reads.
 *
 * After the commit, call `endActingSession`: it ends the session that the browser had before, so that nobody can plant
 * one. If the process is killed in between, the browser has not received the new token, and its next sign-in ends the
 * old session.
 */
export async function startProvenSession(
  transaction: Executor,
  context: Context,
  { userId, isNew, isKnown, way }: ProvenUser,
): Promise<string> {
  const { actor, now } = context;
  // The caller has locked the user, so that `blockUser` waits and then ends this session.
  await refuseBlocked(transaction, context, userId);
  const time = now();
  if (!isNew && !isKnown) {
    const notice = { userId, created: time, ...describeBrowser(actor) };
    await transaction.insert(signInNotice).values(notice);
  }
  return startSession(transaction, userId, time, { ...actor, way });
}
