import type { Command } from 'commander';
import { analyticsLabels, sourceCategory } from '#domain/operation/analytics.ts';
import { readCounts } from '#server/services/analytics/readCounts.ts';
import { oneOf, wholeNumber } from './arguments.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

const categories: readonly string[] = [...Object.keys(analyticsLabels), sourceCategory];

export function addStatsCommand(program: Command): void {
  program
    .command('stats')
    .description('What happened on pages: counts by day (UTC), category and label')
    .option('--days <number>', 'the last days, today included', wholeNumber('days'), 7)
    .option('--category <name>', categories.join(', '), oneOf('category', categories))
    .action(printCounts);
}

async function printCounts(requested: { days: number; category?: string }): Promise<void> {
  const found = await asOperator((operator) => readCounts(operator, requested));
  printResult(found, printLines);
}

function printLines(found: Awaited<ReturnType<typeof readCounts>>): void {
  if (found.length === 0) console.log('Nothing was counted.');
  for (const { day, category, label, count } of found) {
    console.log([day, category.padEnd(10), String(count).padStart(8), oneLine(label)].join('  '));
  }
}
