import { sql } from 'drizzle-orm';
import { type LotPart, takeFromLots } from '#domain/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { creditLot, ledgerEntry, ledgerPart } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { expireLots } from '#server/services/credits/expire.ts';
import {
  type LedgerSource,
  appendEntry,
  changeLots,
  lockBalance,
  postEntry,
} from '#server/services/credits/post.ts';

const openLotsText =
  'select id, remaining, ends from credit_lot where user_id = $1 and remaining > 0';

/** What a user can spend, as a column of another statement, whose `$1` is the user. */
export const openLotsColumn = `(select coalesce(json_agg(lot), '[]') from (${openLotsText}) lot) as lots`;

/** A lot as `openLotsColumn` has it. */
export type ReadLot = { id: string; remaining: number; ends: string | null };

/** The lock comes first, as everywhere: nobody waits for it with an entry of the same source in hand. */
const settling: Statement = {
  name: 'settle_hold',
  text: `with locked as (
      select user_id from credit_balance where user_id = $1 for no key update
    ), hold as (
      select e.user_id, e.held_change from ledger_entry e, locked
      where e.kind = 'hold' and e.source_type = $2 and e.source_id = $3
    ), entry as (
      insert into ledger_entry (user_id, kind, source_type, source_id, balance_change, held_change, reason)
      select locked.user_id, 'settle', $2, $3, 0, -hold.held_change, $4 from hold, locked
      on conflict do nothing
      returning user_id, held_change
    ), balance as (
      update credit_balance b set held = b.held + entry.held_change from entry where b.user_id = entry.user_id
    )
    select (select count(*)::int from hold) as holds, (select count(*)::int from entry) as settled`,
};

export type Hold = {
  userId: string;
  amount: number;
  source: LedgerSource;
  now: Date;
  /** What the user can spend, where it was read after the user's balance was locked in this transaction. */
  lots?: readonly ReadLot[];
};

/**
 * Sets credits aside, the soonest to end first, and remembers their lots. Throws `no_credits` when the user cannot
 * spend that many. Afterwards exactly one of `settleHold` and `releaseHold` must follow.
 */
export async function holdCredits(transaction: Executor, hold: Hold): Promise<void> {
  if (!hold.lots) await lockBalance(transaction, hold.userId);
  let lots = hold.lots?.map(toLot) ?? (await openLots(transaction, hold.userId));
  if (lots.some(({ ends }) => ends !== null && ends <= hold.now)) {
    await expireLots(transaction, hold.userId, hold.now);
    lots = await openLots(transaction, hold.userId);
  }
  const parts = takeFromLots(
    lots.map((lot) => ({ id: lot.id, remaining: lot.remaining, endsAt: lot.ends ?? undefined })),
    hold.amount,
  );
  if (!parts) {
    const available = lots.reduce((sum, lot) => sum + lot.remaining, 0);
    throw new AppError('no_credits', 'Not enough credits', { price: hold.amount, available });
  }
  const entry = {
    userId: hold.userId,
    kind: 'hold' as const,
    source: hold.source,
    balanceChange: -hold.amount,
    heldChange: hold.amount,
    reason: 'question',
  };
  const entryId = await postEntry(transaction, entry, negative(parts));
  if (entryId === undefined) throw new Error('This source holds credits already');
}

type Lot = { id: string; remaining: number; ends: Date | null };

function toLot({ id, remaining, ends }: ReadLot): Lot {
  return { id, remaining, ends: ends === null ? null : new Date(ends) };
}

async function openLots(transaction: Executor, userId: string): Promise<Lot[]> {
  const rows = await run<{ id: string; remaining: string; ends: Date | null }>(
    transaction,
    { name: 'open_lots', text: openLotsText },
    [userId],
  );
  return rows.map((lot) => ({ ...lot, remaining: Number(lot.remaining) }));
}

/** Turns a hold into a charge. Answers whether this call was the one that closed the hold. */
export async function settleHold(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  reason: string,
): Promise<boolean> {
  const [done] = await run<{ holds: number; settled: number }>(transaction, settling, [
    userId,
    source.type,
    source.id,
    reason,
  ]);
  if (!done?.holds) throw new Error('This source holds no credits');
  return done.settled === 1;
}

/**
 * Gives held credits back to the lots that they came from; what belongs to a lot that ended meanwhile expires now, also
 * when only the server that expired the rest of it knew: the clocks of servers differ.
 * Answers whether this call was the one that closed the hold.
 */
export async function releaseHold(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  reason: string,
  now: Date,
): Promise<boolean> {
  await lockBalance(transaction, userId);
  const hold = await findHold(transaction, source);
  const entryId = await appendEntry(transaction, {
    userId,
    kind: 'release',
    source,
    balanceChange: hold.amount,
    heldChange: -hold.amount,
    reason,
  });
  if (entryId === undefined) return false;
  const parts = await partsOf(transaction, hold.entryId);
  await changeLots(transaction, entryId, parts);
  await expireReleased(transaction, userId, source, parts, now);
  return true;
}

type HeldPart = LotPart & { ends: Date | null; hasExpired: boolean };

async function expireReleased(
  transaction: Executor,
  userId: string,
  source: LedgerSource,
  parts: readonly HeldPart[],
  now: Date,
): Promise<void> {
  const ended = parts.filter(
    ({ ends, hasExpired }) => hasExpired || (ends !== null && ends <= now),
  );
  if (ended.length === 0) return;
  const amount = ended.reduce((sum, part) => sum + part.amount, 0);
  const entryId = await appendEntry(transaction, {
    userId,
    kind: 'expire',
    source,
    balanceChange: -amount,
    heldChange: 0,
    reason: 'lot_ended',
  });
  if (entryId !== undefined) await changeLots(transaction, entryId, negative(ended));
}

async function findHold(
  transaction: Executor,
  source: LedgerSource,
): Promise<{ entryId: bigint; amount: number }> {
  const [hold] = await transaction
    .select({ entryId: ledgerEntry.id, amount: ledgerEntry.heldChange })
    .from(ledgerEntry)
    .where(
      sql`${ledgerEntry.kind} = 'hold' and ${ledgerEntry.sourceType} = ${source.type} and ${ledgerEntry.sourceId} = ${source.id}`,
    );
  if (!hold) throw new Error('This source holds no credits');
  return hold;
}

async function partsOf(transaction: Executor, entryId: bigint): Promise<HeldPart[]> {
  return transaction
    .select({
      lotId: ledgerPart.lotId,
      amount: sql<number>`(-${ledgerPart.change})::int`,
      ends: creditLot.ends,
      hasExpired: sql<boolean>`exists (select from ${ledgerEntry} where ${ledgerEntry.kind} = 'expire'
        and ${ledgerEntry.sourceType} = 'lot' and ${ledgerEntry.sourceId} = ${creditLot.id}::text)`,
    })
    .from(ledgerPart)
    .innerJoin(creditLot, sql`${creditLot.id} = ${ledgerPart.lotId}`)
    .where(sql`${ledgerPart.entryId} = ${entryId}`);
}

function negative(parts: readonly LotPart[]): LotPart[] {
  return parts.map(({ lotId, amount }) => ({ lotId, amount: -amount }));
}
