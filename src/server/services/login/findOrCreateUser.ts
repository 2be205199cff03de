import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { canonicalEmail } from '#domain/login/login.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser, startingGrant } from '#server/db/schema/accounts.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { takeStart } from '#server/services/limits/takeStart.ts';
import { admitAccount } from '#server/services/login/admitAccount.ts';
import { openBalance } from '#server/services/credits/open.ts';
import { keyedHash } from '#server/keyedHash.ts';

export type NewUser = {
  email: string;
  language: Language;
  /** The hash of the entered invitation; `undefined` for none. */
  invitationHash: string | undefined;
};

/**
 * Returns the account of an address, which is created when there is none. A new account gets its starting credits,
 * unless the mailbox had them before under another spelling, or the accounts of the day used up a limit. Throws the
 * errors of `admitAccount` when it may not be created.
 */
export async function findOrCreateUser(
  transaction: Executor,
  context: Context,
  { email, language, invitationHash }: NewUser,
): Promise<{ userId: string; isNew: boolean }> {
  // A parallel first sign-in of the same address waits here for the commit of the other one.
  const [created] = await transaction
    .insert(appUser)
    .values({ email, language, name: newName() })
    .onConflictDoNothing({ target: appUser.email })
    .returning({ id: appUser.id });
  if (created) {
    await admitAccount(transaction, context, { userId: created.id, email, invitationHash });
  }
  const isFirst = await claimStart(transaction, context.config.secret, email);
  if (created) {
    await openBalance(transaction, created.id);
    if (isFirst) await grantStart(transaction, context, created.id);
    return { userId: created.id, isNew: true };
  }
  const [existing] = await transaction
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.email, email))
    // Keeps the account from being deleted while its session is being stored.
    .for('key share');
  if (!existing) throw new Error('The account was neither found nor created');
  return { userId: existing.id, isNew: false };
}

/**
 * Returns whether this is the first sign-in with any spelling of this mailbox. A parallel sign-up with another spelling
 * waits here for the commit of the other one.
 */
async function claimStart(transaction: Executor, secret: string, email: string): Promise<boolean> {
  const mailboxHash = keyedHash(secret, 'starting grant', canonicalEmail(email));
  const claimed = await transaction
    .insert(startingGrant)
    .values({ mailboxHash })
    .onConflictDoNothing()
    .returning({ mailboxHash: startingGrant.mailboxHash });
  return claimed.length === 1;
}

/** Grants the starting credits, or stores which limit of the day is used up. */
async function grantStart(transaction: Executor, context: Context, userId: string): Promise<void> {
  const amount = context.config.startingCredits;
  if (amount === 0) return;
  const startWithheld = await takeStart(transaction, context);
  if (startWithheld === undefined) {
    const source = { type: 'start', id: userId } as const;
    await grantCredits(transaction, { userId, amount, source, reason: 'starting_grant' });
    return;
  }
  await transaction.update(appUser).set({ startWithheld }).where(eq(appUser.id, userId));
}

function newName(): string {
  return `User${randomInt(10_000).toString().padStart(4, '0')}`;
}
