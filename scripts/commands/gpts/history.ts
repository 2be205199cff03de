import type { Command } from 'commander';
import {
  listHistorySources,
  removeHistorySource,
} from '#server/services/gpts/history/historySources.ts';
import { reasonOption } from '../arguments.ts';
import { type PublishOption, requestPublish, withPublishOption } from '../publishOption.ts';
import { confirmed } from '../confirm.ts';
import { asOperator } from '../operator.ts';
import { printResult } from '../output.ts';
import { progressLine } from '../progress.ts';
import { pasteable } from '../terminal.ts';

export function addHistoryCommands(gpts: Command): void {
  const history = gpts
    .command('history')
    .description('Imported histories, by the source that they come from');
  history.command('sources').description('list the sources, the preferred one first').action(list);
  withPublishOption(history.command('remove <source>'))
    .description(
      'remove a source and its readings; daily use and totals follow, frozen rankings stay',
    )
    .requiredOption(...reasonOption)
    .action(remove);
}

async function list(): Promise<void> {
  const sources = await asOperator(({ database }) => listHistorySources(database));
  printResult(sources, printSources);
}

function printSources(sources: Awaited<ReturnType<typeof listHistorySources>>): void {
  for (const { name, readings, gpts, firstDay, lastDay, frozenDays, created } of sources) {
    console.log(
      `${pasteable(name)}: ${readings} readings of ${gpts} GPTs, ${firstDay} to ${lastDay}, ${frozenDays} days without a change, since ${created}`,
    );
  }
  if (sources.length === 0) console.log('No history has been imported.');
}

async function remove(source: string, options: PublishOption & { reason: string }): Promise<void> {
  await confirmed(`This removes the imported history of ${pasteable(source)}.`);
  await asOperator(async (operator) => {
    const line = progressLine();
    const { readings, gpts } = await removeHistorySource(
      operator.database,
      source,
      options.reason,
      (done, all) => line.show(() => `daily use of ${done} of ${all} GPTs`),
    );
    line.clear();
    printResult({ source, readings, gpts }, () => {
      console.log(`Removed ${readings} readings; daily use of ${gpts} GPTs worked out.`);
    });
    console.log(await requestPublish(operator, 'gpts history remove', options));
  });
}
