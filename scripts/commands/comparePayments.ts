import type { Command } from 'commander';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import { moneyText } from '#domain/pricing/money.ts';
import type { PaymentDifference } from '#server/db/schema/paymentComparisons.ts';
import { askForComparison } from '#server/services/orders/comparisons/askForComparison.ts';
import { listComparisons } from '#server/services/orders/comparisons/listComparisons.ts';
import { toDay, wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

type Options = { day?: Day; again: boolean; limit: number };

export function addCompareCommand(orders: Command): void {
  orders
    .command('compare')
    .description(
      'list the nightly comparison of payments, refunds and disputes with the providers; exits with status 1 if they differ',
    )
    .option('--day <day>', 'YYYY-MM-DD (UTC; default: the newest days)', toDay('day'))
    .option('--again', 'let a running server compare the day now (default: yesterday)', false)
    .option('--limit <number>', 'how many rows', wholeNumber('limit'), 100)
    .action(compare);
}

async function compare({ day, again, limit }: Options): Promise<void> {
  if (again) {
    const one = day ?? addDays(dayOf(new Date()), -1);
    await asOperator((operator) => askForComparison(operator, one));
    printResult({ day: one }, () => {
      console.log(`A server compares ${one}: dolores orders compare --day ${one}`);
    });
    return;
  }
  const rows = await asOperator((operator) => listComparisons(operator, { day, limit }));
  if (rows.some(({ differs }) => differs)) process.exitCode = 1;
  printResult(rows, printRows);
}

function printRows(rows: readonly Row[]): void {
  if (rows.length === 0) console.log('Nothing was compared yet.');
  for (const row of rows) {
    console.log(lineOf(row));
    for (const difference of row.differences) console.log(`    ${differenceOf(row, difference)}`);
  }
}

type Row = Awaited<ReturnType<typeof listComparisons>>[number];

function lineOf({ day, method, subject, currency, differs, ...row }: Row): string {
  const units = (amount: number) => moneyText({ amount, currency });
  const there = `there ${units(row.theirs)} in ${row.theirNumber}`;
  const here = `here ${units(row.ours)} in ${row.ourNumber}`;
  return [day, method, subject, there, here, differs ? 'DIFFERS' : 'equal'].join('  ');
}

function differenceOf({ subject }: Row, difference: PaymentDifference): string {
  const { kind, id, paymentId, orderId, theirs, ours } = difference;
  // The singular of the subject, such as “refund”.
  const about = id === undefined ? '' : `${subject.slice(0, -1)} ${oneLine(id)} of `;
  const sides = `${theirs ?? 'nothing'} there, ${ours ?? 'nothing'} here`;
  const order = orderId === null ? '' : `, order ${oneLine(orderId)}`;
  return `${kind}: ${about}payment ${oneLine(paymentId)}, ${sides} (minor units)${order}`;
}
