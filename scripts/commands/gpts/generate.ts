import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import { generateFiles } from '../../catalogue/generateFiles.ts';
import { type Synthetic, generateGpts } from '../../catalogue/generateGpts.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { toDay, wholeNumber } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { progressLine } from '../progress.ts';

type Options = PublishOption & {
  count: number;
  days: number;
  seed: number;
  until?: Day;
  file?: string;
};

export function addGenerateCommand(gpts: Command): void {
  withPublishOption(gpts.command('generate'))
    .description(
      'generate made-up GPTs with histories, for trials and measurements; the same seed gives the same GPTs',
    )
    .option('--count <number>', 'how many GPTs', wholeNumber('count'), 1_000)
    .option('--days <number>', 'days of history', wholeNumber('days'), 90)
    .option('--seed <number>', 'which ones', wholeNumber('seed'), 1)
    .option(
      '--until <day>',
      'last day of the history, YYYY-MM-DD (default: yesterday)',
      toDay('until'),
    )
    .option(
      '--file <file>',
      'write JSON Lines to this file, and the history beside it, instead of the database',
    )
    .action(generate);
}

async function generate({ file, until, publish, ...numbers }: Options): Promise<void> {
  const requested = { ...numbers, until: until ?? addDays(dayOf(new Date()), -1) };
  const line = progressLine();
  const progress = (step: string, done: number) =>
    line.show(() => `${step}: ${done} of ${requested.count} GPTs`);
  if (file === undefined)
    return generateIntoDatabase(requested, { publish }, progress, () => line.clear());
  const files = await generateFiles(resolve(file), requested, progress);
  line.clear();
  printResult({ files }, () => {
    for (const written of files) console.log(written);
  });
}

async function generateIntoDatabase(
  requested: Synthetic,
  option: PublishOption,
  progress: (step: string, done: number) => void,
  clear: () => void,
): Promise<void> {
  const { counts, publish } = await asOperator(async (operator) => {
    const { config, database } = operator;
    if (config.production) {
      throw new Error('Made-up GPTs do not belong into a production database; use --file');
    }
    const { added, changed, unchanged, usageDays } = await generateGpts(
      database,
      requested,
      progress,
    );
    const counts = { added, changed, unchanged, usageDays };
    await writeAudit(database.query, 'gpts.generate', `seed ${requested.seed}`, {
      ...requested,
      ...counts,
    });
    return { counts, publish: await requestPublish(operator, 'gpts.generate', option) };
  });
  clear();
  printResult(counts, ({ added, changed, unchanged, usageDays }) => {
    console.log(
      `${added} new, ${changed} changed, ${unchanged} unchanged; ${usageDays} days of usage written`,
    );
  });
  console.log(publish);
}
