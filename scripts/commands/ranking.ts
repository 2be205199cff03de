import { Argument, type Command } from 'commander';
import { type TimedRange, periodOf, timedRanges } from '#domain/ranking/ranking.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { listRankings } from '#server/services/ranking/listRankings.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { wholeNumber } from './arguments.ts';
import { type PublishOption, requestPublish, withPublishOption } from './publishOption.ts';
import { asOperator } from './operator.ts';

export function addRankingCommands(program: Command): void {
  const ranking = program
    .command('ranking')
    .description('Rankings of closed days, weeks and months');
  withPublishOption(ranking.command('freeze'))
    .description('freeze every closed period now, instead of within the hour')
    .action(freeze);
  withPublishOption(ranking.command('refreeze'))
    .description('count a frozen period again; the reason is shown with it')
    .addArgument(new Argument('<range>').choices(timedRanges))
    .argument('<value>', 'the day, the Monday of the week, or the month, such as 2026-10')
    .requiredOption('--reason <text>', 'why; it is shown publicly')
    .action(refreezeOne);
  ranking
    .command('list')
    .description('list frozen periods, newest first')
    .addArgument(new Argument('[range]').choices(timedRanges))
    .option('--count <number>', 'how many', wholeNumber('count'), 20)
    .action(list);
}

async function freeze(options: PublishOption): Promise<void> {
  await asOperator(async (operator) => {
    const { database, now } = operator;
    const { frozen } = await freezePeriods(database, now(), Infinity, ({ range, period }) =>
      console.log(`froze ${range} ${period.value}`),
    );
    if (frozen.length === 0) console.log('Nothing is due');
    else console.log(await requestPublish(operator, 'ranking freeze', options));
  });
}

async function refreezeOne(
  range: TimedRange,
  value: string,
  options: PublishOption & { reason: string },
): Promise<void> {
  const period = periodOf(range, value);
  if (period === undefined) throw new Error(`${value} is not the name of a ${range} ranking`);
  await asOperator(async (operator) => {
    const { reason } = options;
    await refreeze(operator.database, { range, period, reason }, operator.now());
    console.log(`counted ${range} ${value} again`);
    console.log(await requestPublish(operator, 'ranking refreeze', options));
  });
}

async function list(range: TimedRange | undefined, { count }: { count: number }): Promise<void> {
  const periods = await asOperator(({ database }) => listRankings(database.query, range, count));
  for (const period of periods) {
    const { own, imported, places, frozen, refrozen, note } = period;
    const again = refrozen === null ? '' : `, again ${refrozen}: ${note}`;
    console.log(
      `${period.range} ${period.value}: ${places} places, ${own} chats here, ${imported} imported, frozen ${frozen}${again}`,
    );
  }
  if (periods.length === 0) console.log('Nothing is frozen yet');
}
