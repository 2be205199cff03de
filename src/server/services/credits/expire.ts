import { type SQL, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { appendEntry, changeLots, lockBalance } from '#server/services/credits/post.ts';

/** Expires what remains in a user's lots that have ended. The caller has locked the user's balance. */
export async function expireLots(transaction: Executor, userId: string, now: Date): Promise<void> {
  const hasEnded = sql`${creditLot.ends} <= ${now.toISOString()}`;
  await expireWhere(transaction, userId, hasEnded, 'lot_ended');
}

/** Expires all that remains, because its user deletes the account. The caller has locked the user's balance. */
export async function forfeitLots(transaction: Executor, userId: string): Promise<void> {
  await expireWhere(transaction, userId, sql`true`, 'account_deleted');
}

async function expireWhere(
  transaction: Executor,
  userId: string,
  condition: SQL,
  reason: string,
): Promise<void> {
  const lots = await transaction
    .select({ id: creditLot.id, remaining: creditLot.remaining })
    .from(creditLot)
    .where(sql`${creditLot.userId} = ${userId} and ${creditLot.remaining} > 0 and ${condition}`);
  for (const lot of lots) {
    const entryId = await appendEntry(transaction, {
      userId,
      kind: 'expire',
      source: { type: 'lot', id: lot.id },
      balanceChange: -lot.remaining,
      heldChange: 0,
      reason,
    });
    if (entryId === undefined) continue;
    await changeLots(transaction, entryId, [{ lotId: lot.id, amount: -lot.remaining }]);
  }
}

/** Expires ended lots of up to `limit` users, one transaction each. Answers for how many users it did. */
export async function expireEndedLots(
  database: Database,
  now: Date,
  limit = 1_000,
): Promise<number> {
  const users = await database.query
    .selectDistinct({ id: creditLot.userId })
    .from(creditLot)
    .where(sql`${creditLot.remaining} > 0 and ${creditLot.ends} <= ${now.toISOString()}`)
    .limit(limit);
  for (const user of users) {
    await database.transaction(async (transaction) => {
      await lockBalance(transaction, user.id);
      await expireLots(transaction, user.id, now);
    });
  }
  return users.length;
}
