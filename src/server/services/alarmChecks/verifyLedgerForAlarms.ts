import type { CorePlatform } from '#server/context.ts';
import { deleteFailure, storeFailure } from '#server/services/alarms/noteFailure.ts';
import { type LedgerCheck, checkLedger } from '#server/services/credits/verify.ts';

/** Checks the ledger, and lets the alarms know the outcome. */
export async function verifyLedgerForAlarms({ database, now }: CorePlatform): Promise<LedgerCheck> {
  const found = await checkLedger(database);
  const { violations } = found;
  const name = 'ledger_differs';
  if (violations.length === 0) await deleteFailure(database.query, { name });
  else {
    const rows = violations.reduce((sum, violation) => sum + violation.rows.length, 0);
    const detail = { rules: violations.length, rows };
    await storeFailure(database.query, { name, detail }, now());
  }
  return found;
}
