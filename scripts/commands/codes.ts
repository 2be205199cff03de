import type { Command } from 'commander';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { asOperator, wholeNumber } from './operator.ts';

type Options = { credits: number; count: number; days?: number };

export function addCodesCommands(program: Command): void {
  const codes = program.command('codes').description('Gift codes');
  codes
    .command('issue')
    .description('issue gift codes and print them, this once')
    .requiredOption('--credits <number>', 'credits that each code grants', wholeNumber('credits'))
    .option('--count <number>', 'how many codes', wholeNumber('count'), 1)
    .option(
      '--days <number>',
      'days until they stop working (never, when left out)',
      wholeNumber('days'),
    )
    .action(async ({ credits, count, days }: Options) => {
      const issued = await asOperator((operator) => {
        const expires =
          days === undefined ? null : new Date(operator.now().getTime() + days * 86_400_000);
        return issueCodes(operator, { credits, count, product: null, expires });
      });
      for (const code of issued) console.log(code);
    });
}
