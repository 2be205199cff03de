import type { Command } from 'commander';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { asOperator } from './operator.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('The credit ledger');
  ledger
    .command('verify')
    .description('check every promise of the ledger; ends with status 1 when one is broken')
    .action(async () => {
      const violations = await asOperator(({ database }) => verifyLedger(database));
      if (violations.length === 0) console.log('Every promise of the ledger holds.');
      else process.exitCode = 1;
      for (const { rule, rows } of violations)
        console.error(`Broken: ${rule}\n  ${rows.join('\n  ')}`);
    });
}
