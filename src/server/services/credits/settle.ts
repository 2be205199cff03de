import type { Executor } from '#server/db/connect.ts';
import { settleHoldQuery } from '#server/db/queries/ledger.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

/** Turns a hold into a charge, in one statement. Returns `false` when the hold was closed before. */
export async function settleHold(
  query: Executor,
  userId: string,
  source: LedgerSource,
  reason: string,
): Promise<boolean> {
  const entry = { userId, kind: 'settle' as const, source, reason };
  const { id, holds } = await post(query, settleHoldQuery, entry);
  if (holds === 0) throw new Error('This source holds no credits');
  return id !== null;
}
