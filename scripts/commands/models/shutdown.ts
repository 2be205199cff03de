import type { Command } from 'commander';
import { UsageError } from '#server/errors.ts';
import { setShutdown } from '#server/services/models/setShutdown.ts';
import { reasonOption } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { oneLine } from '../terminal.ts';

type Options = { day?: string; none: boolean; default: boolean; reason: string };

export function addModelShutdownCommand(models: Command): void {
  models
    .command('shutdown')
    .argument('<upstream>', 'provider/model, as models check prints it')
    .description(
      'set the day on which a provider shuts a model down, if the provider gives none or a wrong one',
    )
    .option('--day <day>', 'the first day without the model (UTC), such as 2027-01-14')
    .option('--none', 'it is not shut down', false)
    .option('--default', 'use the day of the provider or the product again', false)
    .requiredOption(...reasonOption)
    .action(shutdown);
}

async function shutdown(upstream: string, options: Options): Promise<void> {
  const { day, none, default: isDefault, reason } = options;
  if ([day !== undefined, none, isDefault].filter(Boolean).length !== 1) {
    throw new UsageError('Say one of --day, --none and --default');
  }
  const named = none ? null : day;
  await asOperator((operator) => setShutdown(operator, upstream, named, reason));
  const reply = isDefault ? 'what its provider says counts' : `shut down: ${day ?? 'never'}`;
  printResult({ upstream, day: named, isDefault }, () => {
    console.log(`${oneLine(upstream)}: ${reply}, from now on.`);
  });
}
