import type { Command } from 'commander';
import { type DataSize, dataSizes } from '#server/services/operation/dataSizes.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { printTable } from './terminal.ts';

export function addDataCommands(program: Command): void {
  const data = program.command('data').description('What the database holds');
  data
    .command('sizes')
    .description('the largest tables with estimated rows, and how long each keeps them')
    .action(async () => printResult(await asOperator(dataSizes), print));
}

function print(sizes: readonly DataSize[]): void {
  const numbers = (size: DataSize) => [
    Math.round(size.rows).toLocaleString('en'),
    `${(size.bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`,
  ];
  printTable(
    [
      ['Table', 'Kept', 'Rows', 'Size'],
      ...sizes.map((size) => [size.table, size.kept, ...numbers(size)]),
    ],
    2,
  );
}
