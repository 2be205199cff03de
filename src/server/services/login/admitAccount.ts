import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { invitation } from '#server/db/schema/people.ts';
import { AppError } from '#server/errors.ts';
import { refuseBlockedMailbox } from '#server/services/users/refuseBlocked.ts';

/** An account that is being opened in this transaction. Only a person who has proven the address reads the refusal. */
type NewAccount = {
  userId: string;
  email: string;
  /** The hash of the entered invitation; `undefined` for none. */
  invitationHash: string | undefined;
};

/**
 * Uses up the invitation of a new account, if invitations are needed. Throws `account_blocked` for the mailbox of a
 * blocked account, `registration_closed`, `invitation_needed` and `invitation_unknown`: then the caller's transaction
 * opens no account.
 */
export async function admitAccount(
  transaction: Executor,
  context: Context,
  account: NewAccount,
): Promise<void> {
  await refuseBlockedMailbox(transaction, context, account.email);
  const { registration } = context.config;
  if (registration === 'open') return;
  if (registration === 'closed') {
    throw new AppError('registration_closed', 'No accounts can be opened here now');
  }
  if (account.invitationHash === undefined) {
    throw new AppError('invitation_needed', 'invitation: a new account needs one');
  }
  await takeInvitation(transaction, context.now(), account.userId, account.invitationHash);
}

/** Uses up an invitation. One of several transactions at the same time succeeds. */
async function takeInvitation(
  transaction: Executor,
  now: Date,
  userId: string,
  codeHash: string,
): Promise<void> {
  const { used, revoked, expires } = invitation;
  const isValid = or(isNull(expires), gt(expires, now));
  const taken = await transaction
    .update(invitation)
    .set({ used: now, usedBy: userId })
    .where(and(eq(invitation.codeHash, codeHash), isNull(used), isNull(revoked), isValid))
    .returning({ codeHash: invitation.codeHash });
  if (taken.length === 1) return;
  throw new AppError('invitation_unknown', 'invitation: unknown, used, withdrawn or expired');
}
