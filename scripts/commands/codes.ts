import { type Command, Option } from 'commander';
import { type Product, creditsOf, products } from '#domain/plans.ts';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { asOperator, wholeNumber } from './operator.ts';

type Options = { credits?: number; grants?: Product; count: number; days?: number };

export function addCodesCommands(program: Command): void {
  const codes = program.command('codes').description('Gift codes');
  codes
    .command('issue')
    .description('issue gift codes and print them, this once')
    .option('--credits <number>', 'credits that each code grants', wholeNumber('credits'))
    .addOption(
      new Option('--grants <product>', `what each code grants instead: ${names.join(', ')}`)
        .argParser(productNamed)
        .conflicts('credits'),
    )
    .option('--count <number>', 'how many codes', wholeNumber('count'), 1)
    .option(
      '--days <number>',
      'days until they stop working (never, when left out)',
      wholeNumber('days'),
    )
    .action(async (options: Options) => {
      const { count, days } = options;
      const granted = whatIsGranted(options);
      const issued = await asOperator((operator) => {
        const expires =
          days === undefined ? null : new Date(operator.now().getTime() + days * 86_400_000);
        return issueCodes(operator, { ...granted, count, expires });
      });
      for (const code of issued) console.log(code);
    });
}

/** Products as operators write them: `pro:month`, `credit:500`. */
const names = products.map((product) => product.replace('_', ':'));

function productNamed(name: string): Product {
  const product = products[names.indexOf(name)];
  if (product) return product;
  throw new Error(`--grants must be one of ${names.join(', ')}`);
}

function whatIsGranted({ credits, grants }: Options): { credits: number; product: Product | null } {
  if (grants !== undefined) return { credits: creditsOf(grants), product: grants };
  if (credits !== undefined) return { credits, product: null };
  throw new Error('Say what each code grants: --credits 100, or --grants pro:month');
}
