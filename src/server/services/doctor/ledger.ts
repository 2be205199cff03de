import { checkLedger } from '#server/services/credits/verify.ts';
import { type ModelCheck, ok, problem } from '#server/services/doctor/findings.ts';

/** Whether every rule of the ledger holds. */
export const ledger: ModelCheck = {
  name: 'ledger',
  seconds: 120,
  run: async ({ database }) => {
    const { violations, rows } = await checkLedger(database);
    if (violations.length === 0) return [ok(`Every promise of the ledger holds: ${rows} rows`)];
    return violations.map(({ rule, rows: broken }) =>
      problem(
        `The ledger is broken: ${rule} (${broken.length} rows)`,
        'Run npm run dolores -- ledger verify, keep its output, and change nothing by hand.',
      ),
    );
  },
};
