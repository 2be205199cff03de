import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { creditLot, ledgerEntry, ledgerPart } from '#server/db/schema/credits.ts';
import { hasEnded } from '#server/services/credits/expire.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';

/**
 * Gives held credits back to the lots that they came from; what belongs to a lot that ended meanwhile expires now.
 * Returns whether this call was the one that closed the hold.
 */
export async function releaseHold(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  reason: string,
  now: Date,
): Promise<boolean> {
  await lockBalance(transaction, userId);
  const held = await heldParts(transaction, source, now);
  const amount = held.reduce((sum, part) => sum + part.amount, 0);
  if (amount === 0) throw new Error('This source holds no credits');
  const changes = held.map((part) => ({ lotId: part.lotId, remaining: part.amount }));
  const entry = { userId, kind: 'release' as const, source, reason };
  if (!(await postChanges(transaction, entry, changes, -amount))) return false;
  const ended = held.filter((part) => part.hasEnded);
  if (ended.length > 0) {
    const expiry = { userId, kind: 'expire' as const, source, reason: 'lot_ended' };
    const expired = ended.map((part) => ({ lotId: part.lotId, remaining: -part.amount }));
    await postChanges(transaction, expiry, expired);
  }
  return true;
}

type HeldPart = { lotId: string; amount: number; hasEnded: boolean };

function heldParts(transaction: Executor, source: LedgerSource, now: Date): Promise<HeldPart[]> {
  return transaction
    .select({
      lotId: ledgerPart.lotId,
      amount: sql`-${ledgerPart.change}`.mapWith(Number),
      hasEnded: hasEnded(now),
    })
    .from(ledgerEntry)
    .innerJoin(ledgerPart, sql`${ledgerPart.entryId} = ${ledgerEntry.id}`)
    .innerJoin(creditLot, sql`${creditLot.id} = ${ledgerPart.lotId}`)
    .where(
      sql`${ledgerEntry.kind} = 'hold' and ${ledgerEntry.sourceType} = ${source.type} and ${ledgerEntry.sourceId} = ${source.id}`,
    );
}
