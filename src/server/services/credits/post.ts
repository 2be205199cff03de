import type { LedgerKind } from '#domain/credits/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  type Posted,
  type Posting,
  insertEntry,
  lockBalanceRow,
  postChangesQuery,
} from '#server/db/queries/ledger.ts';
import type { RowOf } from '#server/db/rawRows.ts';

/** The cause of an entry. A source has at most one entry of each kind, which makes every verb exactly-once. */
export type LedgerSource = {
  type:
    | 'start'
    | 'code'
    | 'order'
    | 'plan'
    | 'answer'
    | 'lot'
    | 'operator'
    | 'referral'
    | 'refund'
    | 'dispute'
    | 'restore'
    | 'account';
  id: string;
};

export type Entry = {
  userId: string;
  kind: LedgerKind;
  source: LedgerSource;
  /** A code, which pages translate. */
  reason: string;
};

/** The changes to a lot's remaining credits, its frozen credits, and its number of open disputes. */
export type LotChange = { lotId: string; remaining?: number; frozen?: number; freezes?: number };

/**
 * Locks a user's credits until the transaction ends, so that values read afterwards stay true. Throws when the user has
 * no balance.
 */
export async function lockBalance(transaction: Executor, userId: string): Promise<void> {
  if (await lockBalanceRow(transaction, userId)) return;
  throw new Error('This user has no credit balance');
}

/**
 * Runs a statement of `db/queries/ledger.ts`, which writes the entry, its lots and the balance. Every verb posts
 * through this function. Returns the row of the statement. Its `id` is `null`, and nothing was changed, when the source
 * has such an entry already or when the condition of the statement does not hold.
 */
export async function post<Shape extends Posted>(
  transaction: Executor,
  statement: Posting<Shape>,
  { userId, kind, source, reason }: Entry,
  values: readonly unknown[] = [],
): Promise<RowOf<Shape>> {
  const entry = { userId, kind, sourceType: source.type, sourceId: source.id, reason };
  const row = await insertEntry(transaction, statement, entry, values);
  if (!row?.balances) throw new Error('This user has no credit balance');
  return row;
}

/**
 * Posts changes of lots that were computed after the balance was locked. Returns `false` when the source was posted
 * before.
 */
export async function postChanges(
  transaction: Executor,
  entry: Entry,
  changes: readonly LotChange[],
  heldChange = 0,
): Promise<boolean> {
  const values = [heldChange, JSON.stringify(changes)];
  const { id } = await post(transaction, postChangesQuery, entry, values);
  return id !== null;
}
