import type { Command } from 'commander';
import { type Day, addDays, dayOf, isDay } from '#domain/dates.ts';
import { toUnits } from '#domain/money.ts';
import { askForComparison } from '#server/services/orders/askForComparison.ts';
import { listComparisons } from '#server/services/orders/listComparisons.ts';
import { asOperator, wholeNumber } from './operator.ts';
import { oneLine } from './terminal.ts';

type Options = { day?: Day; again: boolean; limit: number; json: boolean };

export function addCompareCommand(orders: Command): void {
  orders
    .command('compare')
    .description(
      'what providers say was paid beside our orders, as compared each night; ends with status 1 when they differ',
    )
    .option('--day <day>', 'YYYY-MM-DD (UTC); the newest days, when left out', toDay)
    .option('--again', 'have a running server compare the day now: yesterday, without --day', false)
    .option('--limit <number>', 'how many rows', wholeNumber('limit'), 50)
    .option('--json', 'as JSON', false)
    .action(compare);
}

async function compare({ day, again, limit, json }: Options): Promise<void> {
  if (again) {
    const one = day ?? addDays(dayOf(new Date()), -1);
    await asOperator(({ database }) => askForComparison(database, one));
    console.log(`A server compares the payments of ${one}: dolores orders compare --day ${one}`);
    return;
  }
  const rows = await asOperator(({ database }) => listComparisons(database, { day, limit }));
  if (rows.some(({ differs }) => differs)) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) console.log('Nothing was compared yet.');
  for (const row of rows) {
    const { method, currency, theirs, theirPayments, ours, ourPayments, differs } = row;
    const units = (amount: number) => `${toUnits({ amount, currency })} ${currency}`;
    const there = `there ${units(theirs)} in ${theirPayments}`;
    const here = `here ${units(ours)} in ${ourPayments}`;
    console.log([row.day, method, there, here, differs ? 'DIFFERS' : 'equal'].join('  '));
    for (const { kind, paymentId, orderId, ...amounts } of row.differences) {
      const sides = `${amounts.theirs ?? 'nothing'} there, ${amounts.ours ?? 'nothing'} here`;
      const order = orderId === null ? '' : `, order ${oneLine(orderId)}`;
      console.log(`    ${kind}: payment ${oneLine(paymentId)}, ${sides} (minor units)${order}`);
    }
  }
}

function toDay(text: string): Day {
  if (isDay(text)) return text;
  throw new Error('--day must be a day, such as 2026-11-22');
}
