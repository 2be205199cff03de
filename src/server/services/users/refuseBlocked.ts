import { eq } from 'drizzle-orm';
import { canonicalEmail } from '#domain/login/login.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { AppError } from '#server/errors.ts';
import { keyedHash } from '#server/keyedHash.ts';

type Config = CorePlatform['config'];

/** Whether an operator has blocked an account. */
export async function isBlocked(query: Executor, userId: string): Promise<boolean> {
  return (await findRow(query, accountBlock, eq(accountBlock.userId, userId))) !== undefined;
}

/** Throws `account_blocked` when an operator has blocked the account. */
export async function refuseBlocked(
  query: Executor,
  { config }: Pick<CorePlatform, 'config'>,
  userId: string,
): Promise<void> {
  if (await isBlocked(query, userId)) throw accountBlocked(config);
}

/** Throws `account_blocked` when a blocked account has or had this mailbox, in any spelling. */
export async function refuseBlockedMailbox(
  query: Executor,
  { config }: Pick<CorePlatform, 'config'>,
  email: string,
): Promise<void> {
  const ofMailbox = eq(accountBlock.mailboxHash, hashMailbox(config.secret, email));
  if (await findRow(query, accountBlock, ofMailbox)) throw accountBlocked(config);
}

/** Returns the keyed hash by which the mailbox of a blocked account is recognised. */
export function hashMailbox(secret: string, email: string): string {
  return keyedHash(secret, 'blocked mailbox', canonicalEmail(email));
}

/** Returns the error for a blocked account, with the address to which its user can write, if there is one. */
export function accountBlocked(config?: Pick<Config, 'operator'>): AppError {
  const support = config?.operator.supportEmail;
  const details = support === undefined ? {} : { support };
  return new AppError('account_blocked', 'The operator has blocked this account', details);
}
