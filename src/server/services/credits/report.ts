import { count, gte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LedgerKind } from '#domain/credits/credits.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { readOpenCredits } from '#server/db/queries/ledgerReport.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';
import { setUntilCommit } from '#server/db/settings.ts';

/** Entries of one kind and reason, and their effect on each sum. */
export type ReportedEntries = {
  kind: LedgerKind;
  reason: string;
  entries: number;
  available: number;
  held: number;
  frozen: number;
};

export type LedgerReport = {
  entries: ReportedEntries[];
  /** The present credits of all users, independent of the time of the report. */
  available: number;
  frozen: number;
  /** Users with frozen credits. */
  frozenUsers: number;
  holds: { count: number; credits: number; oldest: Date | null };
  /** Credits that refunds could not take so far: spent, expired or held. */
  unrecovered: { refunds: number; credits: number };
};

/**
 * Returns sums of the ledger, read in one snapshot of the database: its entries since a time, or all of them, and the
 * present state.
 */
export async function reportLedger(
  database: Database,
  since: Date | undefined,
): Promise<LedgerReport> {
  return database.query.transaction(
    async (transaction) => {
      // A large ledger takes longer than the timeout of a page's query.
      await setUntilCommit(transaction, { statement_timeout: '0' });
      const entries = await readEntries(transaction, since);
      const open = await readOpenCredits(transaction);
      return {
        entries,
        available: open.available,
        frozen: open.frozen,
        frozenUsers: open.frozenUsers,
        holds: { count: open.holds, credits: open.heldCredits, oldest: open.oldest },
        unrecovered: { refunds: open.refunds, credits: open.missing },
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function readEntries(executor: Executor, since: Date | undefined): Promise<ReportedEntries[]> {
  const { kind, reason, balanceChange, heldChange, frozenChange, created } = ledgerEntry;
  return executor
    .select({
      kind,
      reason,
      entries: count(),
      available: sumOf(balanceChange),
      held: sumOf(heldChange),
      frozen: sumOf(frozenChange),
    })
    .from(ledgerEntry)
    .where(since && gte(created, since))
    .groupBy(kind, reason)
    .orderBy(kind, reason);
}

function sumOf(column: AnyPgColumn) {
  return sql<number>`sum(${column})::float8`;
}
