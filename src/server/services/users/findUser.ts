import { eq } from 'drizzle-orm';
import { normaliseEmail } from '#domain/login/login.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { appUser } from '#server/db/schema/accounts.ts';

type UserRow = typeof appUser.$inferSelect;

/** Returns the row of a user. The row of a deleted account stays, without personal data. */
export async function findUser(query: Executor, userId: string): Promise<UserRow | undefined> {
  return findRow(query, appUser, eq(appUser.id, userId));
}

/** Returns the user of an e-mail address in any spelling that `normaliseEmail` unites. */
export async function findUserByEmail(
  query: Executor,
  email: string,
): Promise<UserRow | undefined> {
  const isUser = eq(appUser.email, normaliseEmail(email));
  return findRow(query, appUser, isUser);
}

/** Returns the text that replaces the e-mail address of a deleted account. */
export function erasedEmail(userId: string): string {
  return `deleted:${userId}`;
}
