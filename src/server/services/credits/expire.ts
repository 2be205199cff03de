import { type SQL, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { creditLot, ledgerEntry } from '#server/db/schema/credits.ts';
import { lockBalance, postChanges } from '#server/services/credits/post.ts';

/**
 * Whether a lot has ended, as a column of a query on `credit_lot`. A lot that was expired has ended also where only the
 * server that expired it could see so: the clocks of servers differ.
 */
export function hasEnded(now: Date): SQL<boolean> {
  return sql<boolean>`coalesce(${creditLot.ends} <= ${now.toISOString()}, false) or exists (
    select from ${ledgerEntry} e where e.kind = 'expire' and e.source_type = 'lot' and e.source_id = ${creditLot.id}::text)`;
}

/** Expires what remains in a user's lots that have ended. The caller has locked the user's balance. */
export async function expireLots(transaction: Executor, userId: string, now: Date): Promise<void> {
  await expireWhere(
    transaction,
    userId,
    sql`${creditLot.ends} <= ${now.toISOString()}`,
    'lot_ended',
  );
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
  for (const { id, remaining } of lots) {
    const source = { type: 'lot' as const, id };
    const entry = { userId, kind: 'expire' as const, source, reason };
    await postChanges(transaction, entry, [{ lotId: id, remaining: -remaining }]);
  }
}

/** Expires ended lots of up to `limit` users, one transaction each. Returns for how many users it did. */
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
