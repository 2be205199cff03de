import type { Command } from 'commander';
import { type LedgerReport, reportLedger } from '#server/services/credits/report.ts';
import { verifyLedgerForAlarms } from '#server/services/alarmChecks/verifyLedgerForAlarms.ts';
import { addMarginCommand } from './margin.ts';
import { wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine, printTable } from './terminal.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('The credit ledger');
  ledger
    .command('verify')
    .description(
      'check every invariant of the ledger and say how many rows it has; exits with status 1 if one is broken',
    )
    .action(verify);
  ledger
    .command('report')
    .description(
      'sum up entries by kind and reason, and the credits that are held, frozen and unrecovered now',
    )
    .option('--days <number>', 'only entries of the last days (default: all)', wholeNumber('days'))
    .action(report);
  addMarginCommand(ledger);
}

async function verify(): Promise<void> {
  const found = await asOperator(verifyLedgerForAlarms);
  if (found.violations.length > 0) process.exitCode = 1;
  printResult(found, printCheck);
}

function printCheck({ violations, rows }: Awaited<ReturnType<typeof verifyLedgerForAlarms>>): void {
  for (const { rule, rows: broken } of violations) {
    console.error(`Broken: ${rule}\n  ${broken.join('\n  ')}`);
  }
  if (violations.length > 0) return;
  if (rows === 0) console.log('The ledger is empty: 0 rows. After a restore, that is wrong.');
  else console.log(`Every promise of the ledger holds: ${rows} rows checked.`);
}

async function report({ days }: { days?: number }): Promise<void> {
  const found = await asOperator(({ database, now }) => {
    const since = days === undefined ? undefined : new Date(now().getTime() - days * 86_400_000);
    return reportLedger(database, since);
  });
  printResult(found, () => {
    console.log(days === undefined ? 'All entries' : `Entries of the last ${days} days`);
    printReport(found);
  });
}

function printReport(found: LedgerReport): void {
  printEntries(found);
  const { holds, unrecovered } = found;
  const oldest = holds.oldest === null ? '' : `, the oldest of ${holds.oldest.toISOString()}`;
  console.log(`Users can spend: ${found.available} credits`);
  console.log(`Open holds: ${holds.count} of ${holds.credits} credits${oldest}`);
  console.log(`Frozen: ${found.frozen} credits of ${found.frozenUsers} users`);
  console.log(`Unrecovered: ${unrecovered.credits} credits of ${unrecovered.refunds} refunds`);
}

function printEntries({ entries }: LedgerReport): void {
  const head = ['kind', 'reason', 'entries', 'available', 'held', 'frozen'];
  const rows = entries.map(({ kind, reason, entries: count, ...sums }) => {
    const signed = [sums.available, sums.held, sums.frozen].map((sum) =>
      sum > 0 ? `+${sum}` : String(sum),
    );
    return [kind, oneLine(reason), String(count), ...signed];
  });
  printTable([head, ...rows], 2);
}
