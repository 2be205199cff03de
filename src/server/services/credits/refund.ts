import { and, eq, sql } from 'drizzle-orm';
import { shareRefund } from '#domain/credits/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Lot, readOwingLots, readRefundedLots } from '#server/db/queries/lots.ts';
import { creditRefund } from '#server/db/schema/credits.ts';
import { expireReturned } from '#server/services/credits/expire.ts';
import { changeOf } from '#server/services/credits/lots.ts';
import {
  type LedgerSource,
  type LotChange,
  lockBalance,
  postChanges,
} from '#server/services/credits/post.ts';

export type Refund = {
  userId: string;
  /** The refund or the lost dispute. Each takes credits once. */
  source: LedgerSource;
  /** The subject of the refund: an order, a code. */
  origin: LedgerSource;
  /** Credits to take from the origin in total: by this refund and the earlier ones that did not fail. */
  total: number;
  reason: string;
  now: Date;
};

/**
 * Credits that a refund took at once, and credits that it could not take because they are spent, expired or held. Held
 * ones are taken when their hold is released.
 */
export type Refunded = { taken: number; missing: number };

/**
 * Takes back credits of an order or a code, at most the remaining credits of its lots. Returns `undefined` when this
 * refund was posted before, or when refunds have asked for `total` credits already.
 */
export async function refundCredits(
  transaction: Executor,
  { userId, source, origin, total, reason, now }: Refund,
): Promise<Refunded | undefined> {
  await lockBalance(transaction, userId);
  const lots = await readRefundedLots(transaction, userId, origin, now);
  const refundable = lots.map((lot) => ({ ...lot, left: lot.remaining + lot.frozen }));
  const shares = shareRefund(refundable, total);
  if (shares.length === 0) return undefined;
  const entry = { userId, kind: 'refund' as const, source, reason };
  const taken = new Map(shares.map((share) => [share.lotId, share.taken]));
  if (!(await postChanges(transaction, entry, takenFrom(lots, taken)))) return undefined;
  const [sourceType, sourceId] = [source.type, source.id];
  await transaction
    .insert(creditRefund)
    .values(shares.map((share) => ({ ...share, sourceType, sourceId, userId, created: now })));
  return {
    taken: shares.reduce((sum, share) => sum + share.taken, 0),
    missing: shares.reduce((sum, share) => sum + share.asked - share.taken, 0),
  };
}

type Returned = { userId: string; source: LedgerSource; collector?: LedgerSource };

/**
 * Passes on credits that came back to lots: refunds that wait take theirs first, by an entry of `collector`. Remaining
 * credits of lots that ended meanwhile expire, by an entry of `source`. The caller has locked the balance.
 */
export async function passOnReturned(
  transaction: Executor,
  { userId, source, collector = source }: Returned,
  lots: readonly (Lot & { amount: number })[],
  now: Date,
): Promise<void> {
  const collected = await collectRefunds(transaction, userId, collector, now);
  const returned = lots.map((lot) => ({ lot, amount: lot.amount - (collected.get(lot.id) ?? 0) }));
  await expireReturned(transaction, userId, source, returned);
}

/**
 * Takes credits that came back to lots from which a refund could not take all. The caller has locked the balance.
 * Returns the taken credits by lot.
 */
async function collectRefunds(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const owing = await readOwingLots(transaction, userId, now);
  const taken = new Map<string, number>();
  if (owing.length === 0) return taken;
  for (const { id, remaining, frozen, missing, sourceType, sourceId } of owing) {
    const before = taken.get(id) ?? 0;
    const amount = Math.min(missing, remaining + frozen - before);
    taken.set(id, before + amount);
    const { lotId } = creditRefund;
    const isShare = and(
      eq(creditRefund.sourceType, sourceType),
      eq(creditRefund.sourceId, sourceId),
      eq(lotId, id),
    );
    await transaction
      .update(creditRefund)
      .set({ taken: sql`${creditRefund.taken} + ${amount}` })
      .where(isShare);
  }
  const lots = [...new Map(owing.map((lot) => [lot.id, lot])).values()];
  const entry = { userId, kind: 'refund' as const, source, reason: 'refunded_later' };
  await postChanges(transaction, entry, takenFrom(lots, taken));
  return taken;
}

function takenFrom(lots: readonly Lot[], taken: ReadonlyMap<string, number>): LotChange[] {
  return lots
    .map((lot) => ({ lot, amount: taken.get(lot.id) ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .map(({ lot, amount }) => changeOf(lot, -amount));
}
