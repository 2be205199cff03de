import type { Command } from 'commander';
import { setShutdown } from '#server/services/models/setShutdown.ts';
import { words } from '../arguments.ts';
import { asOperator } from '../operator.ts';
import { oneLine } from '../terminal.ts';

type Options = { day?: string; none: boolean; default: boolean; reason: string };

export function addModelShutdownCommand(models: Command): void {
  models
    .command('shutdown')
    .argument('<upstream>', 'provider/model, as models check names it')
    .description('say when a provider shuts a model down, where it gives no day or a wrong one')
    .option('--day <day>', 'from which it does not answer (UTC), such as 2027-01-14')
    .option('--none', 'it stays', false)
    .option('--default', 'what the provider and the product say, again', false)
    .requiredOption('--reason <text>', 'why, for the record', words('reason'))
    .action(shutdown);
}

async function shutdown(upstream: string, options: Options): Promise<void> {
  const { day, none, default: isDefault, reason } = options;
  if ([day !== undefined, none, isDefault].filter(Boolean).length !== 1) {
    throw new Error('Say one of --day, --none and --default');
  }
  const named = none ? null : day;
  await asOperator(({ database }) => setShutdown(database, upstream, named, reason));
  const says = isDefault ? 'what its provider says counts' : `shut down: ${day ?? 'never'}`;
  console.log(`${oneLine(upstream)}: ${says}, from now on.`);
}
