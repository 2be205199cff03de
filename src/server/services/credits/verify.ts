import type { Database } from '#server/db/connect.ts';
import { type LedgerViolation, findViolations } from '#server/db/queries/ledgerChecks.ts';
import { setUntilCommit } from '#server/db/settings.ts';

/** Checks all rules of the ledger in one snapshot of the database. Returns an empty list when all hold. */
export async function verifyLedger(database: Database): Promise<LedgerViolation[]> {
  return database.query.transaction(
    async (transaction) => {
      // A large ledger takes longer than the timeout of a page's query.
      await setUntilCommit(transaction, { statement_timeout: '0' });
      return findViolations(transaction);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
