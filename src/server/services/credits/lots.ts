import type { Executor } from '#server/db/connect.ts';
import { type Lot, lotsOfEntryQuery, lotsOfOriginQuery } from '#server/db/queries/lots.ts';
import type { LedgerKind } from '#domain/credits.ts';
import { run } from '#server/db/statement.ts';
import type { LedgerSource, LotChange } from '#server/services/credits/post.ts';

/** Reads the lots that came from an order or a code. The caller has locked the balance. */
export function lotsOfOrigin(
  transaction: Executor,
  userId: string,
  origin: LedgerSource,
  now: Date,
): Promise<Lot[]> {
  return run<Lot>(transaction, lotsOfOriginQuery, [userId, now, origin.type, origin.id]);
}

/** Reads the lots of an entry, with what it took of each. The caller has locked the balance. */
export function lotsOfEntry(
  transaction: Executor,
  { userId, kind, source }: { userId: string; kind: LedgerKind; source: LedgerSource },
  now: Date,
): Promise<(Lot & { amount: number })[]> {
  return run(transaction, lotsOfEntryQuery, [userId, now, kind, source.type, source.id]);
}

/** Adds credits to a lot, or takes some: those of a frozen lot are frozen. */
export function changeOf({ id, freezes }: Lot, amount: number): LotChange {
  return freezes > 0 ? { lotId: id, frozen: amount } : { lotId: id, remaining: amount };
}
