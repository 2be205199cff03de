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
  reason: string;
  product: Product | null;
  /** When what remains of it expires; `null` for never. */
  ends: Date | null;
};

/** Grants credits as a lot of their own, once for each source. Returns whether this call was the one that did. */
export async function grantCredits(transaction: Executor, grant: Grant): Promise<boolean> {
  const { amount, product, ends } = grant;
  const entry = { ...grant, kind: 'grant' as const };
  const { id } = await post(transaction, openLotQuery, entry, [
    randomUUID(),
    amount,
    product,
    ends,
  ]);
  return id !== null;
}
