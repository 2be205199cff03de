import { eq, sql } from 'drizzle-orm';
import { defaultLanguage } from '#domain/languages/languages.ts';
import { defaultPicture } from '#domain/account/profile.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  accountDeletion,
  appUser,
  identity,
  loginAttempt,
  signIn,
  signInNotice,
} from '#server/db/schema/accounts.ts';
import { attachment, chatSetting, conversation } from '#server/db/schema/chat.ts';
import { creditLimit } from '#server/db/schema/creditLimits.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { report, review, savedGpt } from '#server/db/schema/gpts.ts';
import { billingDetail, providerEvent } from '#server/db/schema/orders.ts';
import { auditEntry, erasedAccount } from '#server/db/schema/operation.ts';
import { accountBlock, operatorMail } from '#server/db/schema/people.ts';
import { customInstruction, memoryLine } from '#server/db/schema/personalTexts.ts';
import { sharingPost } from '#server/db/schema/sharing.ts';
import { answerVote } from '#server/db/schema/votes.ts';
import { planCancellation, planReminder } from '#server/db/schema/plans.ts';
import { orderWithdrawal } from '#server/db/schema/refunds.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { erasedEmail, findUser } from '#server/services/users/findUser.ts';
import { forfeitLots } from '#server/services/credits/expire.ts';

/**
 * Tables whose rows are deleted with the account. Rows that refer to these are deleted by foreign keys, files by
 * triggers.
 */
const deleted = [
  signIn,
  signInNotice,
  identity,
  conversation,
  attachment,
  chatSetting,
  creditLimit,
  answerVote,
  customInstruction,
  memoryLine,
  savedGpt,
  review,
  report,
  supportRequest,
  sharingPost,
  planReminder,
  planCancellation,
  accountDeletion,
  billingDetail,
  operatorMail,
] as const;

/**
 * Removes a person from the database: texts, files, saved GPTs and sign-ins. The row of the account
 * stays without address, name and picture, because the append-only ledger refers to it; its credits expire. The caller
 * has locked the balance and the user and has ended the sessions, and no answer is running. `personalTables.ts` lists
 * the same for each table; a test compares both.
 */
export async function eraseAccount(
  transaction: Executor,
  userId: string,
  now: Date,
): Promise<void> {
  await forfeitLots(transaction, userId, now);
  // A paused term does not continue when its refund fails.
  const over = { nextLot: null, beforeRefund: null };
  await transaction.update(planTerm).set(over).where(eq(planTerm.userId, userId));
  const user = await findUser(transaction, userId);
  if (user) await transaction.delete(loginAttempt).where(eq(loginAttempt.email, user.email));
  await transaction
    .update(providerEvent)
    .set({ payload: null })
    .where(eq(providerEvent.userId, userId));
  await transaction
    .update(orderWithdrawal)
    .set({ name: '' })
    .where(eq(orderWithdrawal.userId, userId));
  await transaction.update(accountBlock).set({ reason: '' }).where(eq(accountBlock.userId, userId));
  // The operator's words may be about the person. The rest of the rows says what was done, and stays.
  const details = sql`${auditEntry.details} - '{reason,subject,was}'::text[]`;
  await transaction
    .update(auditEntry)
    .set({ reason: null, details })
    .where(eq(auditEntry.subject, userId));
  for (const table of deleted) await transaction.delete(table).where(eq(table.userId, userId));
  await transaction
    .insert(erasedAccount)
    .values({ accountId: userId, erased: now })
    .onConflictDoNothing();
  await transaction
    .update(appUser)
    .set({
      email: erasedEmail(userId),
      name: 'Deleted',
      picture: defaultPicture,
      language: defaultLanguage,
      startWithheld: null,
    })
    .where(eq(appUser.id, userId));
}
