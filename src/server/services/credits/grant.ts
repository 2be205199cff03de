import { randomUUID } from 'node:crypto';
import type { Product } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { openLotQuery } from '#server/db/queries/ledger.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

export type Grant = {
  userId: string;
  /** Credits, a positive whole number. */
  amount: number;
  source: LedgerSource;
  /** The origin that refunds and disputes of these credits name, where it is not the source: the order of a plan. */
  origin?: LedgerSource;
  reason: string;
  product: Product | null;
  /** When what remains of it expires; `null` for never. */
  ends: Date | null;
};

/** Grants credits as a lot of their own, once for each source. Returns whether this call was the one that did. */
export function grantCredits(transaction: Executor, grant: Grant): Promise<boolean> {
  return openLot(transaction, 'grant', grant);
}

/** Opens a lot with an entry of this kind. */
export async function openLot(
  transaction: Executor,
  kind: 'grant' | 'adjust',
  { userId, amount, source, origin = source, reason, product, ends }: Grant,
): Promise<boolean> {
  const entry = { userId, kind, source, reason };
  const values = [randomUUID(), amount, product, ends, origin.type, origin.id];
  const { id } = await post(transaction, openLotQuery, entry, values);
  return id !== null;
}
