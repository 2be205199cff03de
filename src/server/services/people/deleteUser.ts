import { eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { reasonLine } from '#server/inputChecks.ts';
import { scheduleDeletion } from '#server/services/account/deletion/requestDeletion.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { type NamedUser, livingUser } from '#server/services/people/namedUser.ts';

/**
 * Schedules the deletion of an account as its user can, in a week, or at once: the next run of the job deletes it. A mail
 * explains how to keep it. An earlier request keeps its day. Returns the time. Throws `not_found` and `gone`.
 */
export async function deleteUser(
  platform: CorePlatform,
  text: string,
  { reason, atOnce }: { reason: string; atOnce: boolean },
): Promise<{ user: NamedUser; due: Date; isNew: boolean }> {
  const { database, now } = platform;
  const why = reasonLine(reason);
  const user = await livingUser(platform, text);
  return database.transaction(async (transaction) => {
    const requested = now();
    const request = { userId: user.id, requested, byOperator: true };
    const scheduled = await scheduleDeletion(transaction, request);
    const due = atOnce ? requested : scheduled.due;
    if (atOnce) {
      // As if it was mailed: the account cannot be kept any more when the mail arrives.
      await transaction
        .update(accountDeletion)
        .set({ due, mailed: requested })
        .where(eq(accountDeletion.userId, user.id));
    }
    const isNew = scheduled.isNew || atOnce;
    if (isNew) await writeAudit(transaction, 'users.delete', user.id, { reason: why, due });
    return { user, due, isNew };
  });
}
