import type { Executor } from '#server/db/connect.ts';
import { readLotsOfEntry } from '#server/db/queries/lots.ts';
import { changeOf } from '#server/services/credits/lots.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';
import { passOnReturned } from '#server/services/credits/refund.ts';

/**
 * Puts held credits back into their lots. A refund that waits for them takes them first, credits of a frozen lot are
 * frozen, and credits of a lot that ended meanwhile expire now. Returns `false` when the hold was closed before.
 */
export async function releaseHold(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  reason: string,
  now: Date,
): Promise<boolean> {
  await lockBalance(transaction, userId);
  const held = await readLotsOfEntry(transaction, { userId, kind: 'hold', source }, now);
  if (held.length === 0) throw new Error('This source holds no credits');
  const entry = { userId, kind: 'release' as const, source, reason };
  const changes = held.map((lot) => changeOf(lot, lot.amount));
  const amount = held.reduce((sum, lot) => sum + lot.amount, 0);
  if (!(await postChanges(transaction, entry, changes, -amount))) return false;
  await passOnReturned(transaction, { userId, source }, held, now);
  return true;
}
