import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { type Lot, readEndedLots, readLeftLots } from '#server/db/queries/lots.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';

/** The most users of one run. The next run continues. */
const mostUsers = 1_000;

/** Expires what remains in a user's lots that have ended. The caller has locked the user's balance. */
export async function expireLots(transaction: Executor, userId: string, now: Date): Promise<void> {
  for (const { id, remaining } of await readEndedLots(transaction, userId, now)) {
    const source = { type: 'lot' as const, id };
    const entry = { userId, kind: 'expire' as const, source, reason: 'lot_ended' };
    await postChanges(transaction, entry, [{ lotId: id, remaining: -remaining }]);
  }
}

/** Expires credits that came back to lots which had ended. Frozen credits expire when they are unfrozen, not before. */
export async function expireReturned(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  returned: readonly { lot: Lot; amount: number }[],
): Promise<void> {
  const changes = returned
    .filter(({ lot, amount }) => lot.hasEnded && lot.freezes === 0 && amount > 0)
    .map(({ lot, amount }) => ({ lotId: lot.id, remaining: -amount }));
  if (changes.length === 0) return;
  const entry = { userId, kind: 'expire' as const, source, reason: 'lot_ended' };
  await postChanges(transaction, entry, changes);
}

/** Expires all credits of a user who deletes the account. The caller has locked the user's balance. */
export async function forfeitLots(transaction: Executor, userId: string, now: Date): Promise<void> {
  const lots = await readLeftLots(transaction, userId, now);
  if (lots.length === 0) return;
  const source = { type: 'account' as const, id: userId };
  const entry = { userId, kind: 'expire' as const, source, reason: 'account_deleted' };
  const changes = lots.map(({ id, remaining, frozen }) => ({
    lotId: id,
    remaining: -remaining,
    frozen: -frozen,
  }));
  await postChanges(transaction, entry, changes);
}

/** Expires ended lots, in one transaction for each user. Returns the number of these users. */
export async function expireEndedLots(database: Database, now: Date): Promise<number> {
  const users = await database.query
    .selectDistinct({ id: creditLot.userId })
    .from(creditLot)
    .where(sql`${creditLot.remaining} > 0 and ${creditLot.ends} <= ${now.toISOString()}`)
    .limit(mostUsers);
  for (const user of users) {
    await database.transaction(async (transaction) => {
      await lockBalance(transaction, user.id);
      await expireLots(transaction, user.id, now);
    });
  }
  return users.length;
}
