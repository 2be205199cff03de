import { sql } from 'drizzle-orm';
import type { LotPart } from '#domain/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import {
  type LedgerKind,
  creditBalance,
  creditLot,
  ledgerEntry,
  ledgerPart,
} from '#server/db/schema/credits.ts';

/** What caused an entry. A source has at most one entry of each kind: that is what makes every verb exactly-once. */
export type LedgerSource = {
  type: 'start' | 'code' | 'order' | 'plan' | 'answer' | 'lot' | 'operator';
  id: string;
};

type Entry = {
  userId: string;
  kind: LedgerKind;
  source: LedgerSource;
  balanceChange: number;
  heldChange: number;
  reason: string;
};

const locking: Statement = {
  name: 'lock_balance',
  text: 'select available, held from credit_balance where user_id = $1 for no key update',
};

const posting: Statement = {
  name: 'post_entry',
  text: `with entry as (
      insert into ledger_entry (user_id, kind, source_type, source_id, balance_change, held_change, reason)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict do nothing
      returning id, user_id, balance_change, held_change
    ), balance as (
      update credit_balance b set available = b.available + entry.balance_change, held = b.held + entry.held_change
      from entry where b.user_id = entry.user_id
    ), part as (
      select entry.id as entry_id, p."lotId" as lot_id, p.amount
      from entry, json_to_recordset($8::json) as p("lotId" uuid, amount bigint)
    ), lot as (
      update credit_lot l set remaining = l.remaining + part.amount from part where l.id = part.lot_id
    ), stored as (
      insert into ledger_part (entry_id, lot_id, change) select entry_id, lot_id, amount from part
    )
    select id from entry`,
};

/** Orders everything that happens to a user's credits until the transaction ends. Answers the user's sums. */
export async function lockBalance(
  transaction: Executor,
  userId: string,
): Promise<{ available: number; held: number }> {
  const [row] = await run<{ available: string; held: string }>(transaction, locking, [userId]);
  if (!row) throw new Error('This user has no credit balance');
  return { available: Number(row.available), held: Number(row.held) };
}

/**
 * Appends an entry and its effect on the user's sums. Answers its id, or `undefined` when this source has such an
 * entry already: then nothing was changed.
 */
export async function appendEntry(
  transaction: Executor,
  entry: Entry,
): Promise<bigint | undefined> {
  const [row] = await transaction
    .insert(ledgerEntry)
    .values({
      userId: entry.userId,
      kind: entry.kind,
      sourceType: entry.source.type,
      sourceId: entry.source.id,
      balanceChange: entry.balanceChange,
      heldChange: entry.heldChange,
      reason: entry.reason,
    })
    .onConflictDoNothing()
    .returning({ id: ledgerEntry.id });
  if (!row) return undefined;
  await transaction
    .update(creditBalance)
    .set({
      available: sql`${creditBalance.available} + ${entry.balanceChange}`,
      held: sql`${creditBalance.held} + ${entry.heldChange}`,
    })
    .where(sql`${creditBalance.userId} = ${entry.userId}`);
  return row.id;
}

/**
 * What `appendEntry` and `changeLots` do, in one statement: for entries whose effect on the lots is known beforehand.
 * Answers the entry's id, or `undefined` when this source has such an entry already: then nothing was changed.
 */
export async function postEntry(
  transaction: Executor,
  entry: Entry,
  parts: readonly LotPart[],
): Promise<string | undefined> {
  const { userId, kind, source, balanceChange, heldChange, reason } = entry;
  const values = [userId, kind, source.type, source.id, balanceChange, heldChange, reason];
  const rows = await run<{ id: string }>(transaction, posting, [...values, JSON.stringify(parts)]);
  return rows[0]?.id;
}

/** Adds to (or takes from) what remains in each lot and records it with the entry. */
export async function changeLots(
  transaction: Executor,
  entryId: bigint,
  parts: readonly LotPart[],
): Promise<void> {
  for (const { lotId, amount } of parts) {
    await transaction
      .update(creditLot)
      .set({ remaining: sql`${creditLot.remaining} + ${amount}` })
      .where(sql`${creditLot.id} = ${lotId}`);
  }
  if (parts.length === 0) return;
  await transaction
    .insert(ledgerPart)
    .values(parts.map(({ lotId, amount }) => ({ entryId, lotId, change: amount })));
}
