import { randomUUID } from 'node:crypto';
import type { Product } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { openLotQuery } from '#server/db/queries/ledger.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

export type Grant = {
  userId: string;
  /** Credits, a positive whole number. */
  amount: number;
  source: LedgerSource;
  /**
   * The purchase or gift: an order or a gift code. Refunds and disputes refer to it. `source` by default.
   */
  origin?: LedgerSource;
  reason: string;
  /** The product that the credits came with; `null` by default. */
  product?: Product | null;
  /** The credits of a plan before returned money reduced them; `null` by default. */
  promised?: number | null;
  /** When the remaining credits expire; `null`, the default, for never. */
  ends?: Date | null;
};

/** Grants credits as a new lot, once for each source. Returns `false` when the source was posted before. */
export function grantCredits(transaction: Executor, grant: Grant): Promise<boolean> {
  return openLot(transaction, 'grant', grant);
}

/** Opens a lot with an entry of this kind. */
export async function openLot(
  transaction: Executor,
  kind: 'grant' | 'adjust',
  grant: Grant,
): Promise<boolean> {
  const { userId, amount, source, origin = source, reason } = grant;
  const { product = null, ends = null, promised = null } = grant;
  const entry = { userId, kind, source, reason };
  const values = [randomUUID(), amount, product, ends, origin.type, origin.id, promised];
  const { id } = await post(transaction, openLotQuery, entry, values);
  return id !== null;
}
