import type { Database } from '#server/db/connect.ts';
import {
  type LedgerViolation,
  countLedgerRows,
  findViolations,
} from '#server/db/queries/ledgerChecks.ts';
import { setUntilCommit } from '#server/db/settings.ts';

export type LedgerCheck = { violations: LedgerViolation[]; rows: number };

/**
 * Checks all rules of the ledger in one snapshot of the database. Returns what breaks them, and how many rows were there:
 * an empty database keeps every rule.
 */
export async function checkLedger(database: Database): Promise<LedgerCheck> {
  return database.query.transaction(
    async (transaction) => {
      // A large ledger takes longer than the timeout of a page's query.
      await setUntilCommit(transaction, { statement_timeout: '0' });
      const violations = await findViolations(transaction);
      return { violations, rows: await countLedgerRows(transaction) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Checks all rules of the ledger. Returns an empty list when all hold. */
export async function verifyLedger(database: Database): Promise<LedgerViolation[]> {
  return (await checkLedger(database)).violations;
}
