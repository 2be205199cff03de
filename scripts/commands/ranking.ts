import { Argument, type Command, Option } from 'commander';
import { type TimedRange, periodOf, timedRanges } from '#domain/ranking/ranking.ts';
import { UsageError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';
import { listRankings } from '#server/services/ranking/listRankings.ts';
import { refreeze } from '#server/services/ranking/refreeze.ts';
import { verifyRankings } from '#server/services/ranking/verifyRankings.ts';
import { wholeNumber } from './arguments.ts';
import { type PublishOption, requestPublish, withPublishOption } from './publishOption.ts';
import { confirmed } from './confirm.ts';
import { asOperator } from './operator.ts';
import { printResult } from './output.ts';
import { oneLine } from './terminal.ts';

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
    .command('verify')
    .description('recompute frozen periods from their inputs, and check the chain of their records')
    .addOption(new Option('--range <range>', 'only this range').choices(timedRanges))
    .option('--period <value>', 'only this period, such as 2026-10')
    .action(verify);
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
    const froze = frozen.map(({ range, period }) => ({ range, period: period.value }));
    printResult({ frozen: froze }, () => {
      if (froze.length === 0) console.log('Nothing is due');
    });
    if (frozen.length === 0) return;
    await writeAudit(database.query, 'ranking.freeze', 'ranking', { periods: froze });
    console.log(await requestPublish(operator, 'ranking freeze', options));
  });
}

async function refreezeOne(
  range: TimedRange,
  value: string,
  options: PublishOption & { reason: string },
): Promise<void> {
  const period = periodOf(range, value);
  if (period === undefined) throw new UsageError(`${value} is not the name of a ${range} ranking`);
  await confirmed(`This replaces the frozen ${range} ranking ${value}, and the reason is public.`);
  await asOperator(async (operator) => {
    const { reason } = options;
    await refreeze(operator.database, { range, period, reason }, operator.now());
    printResult({ range, period: value, reason }, () => {
      console.log(`counted ${range} ${value} again`);
    });
    console.log(await requestPublish(operator, 'ranking refreeze', options));
  });
}

async function verify({ range, period }: { range?: TimedRange; period?: string }): Promise<void> {
  const report = await asOperator(({ database }) =>
    verifyRankings(database.query, range === undefined ? timedRanges : [range], period),
  );
  if (report.problems.length > 0) process.exitCode = 1;
  printResult(report, printCheck);
}

function printCheck(report: Awaited<ReturnType<typeof verifyRankings>>): void {
  const { periods, places, refrozen, unrecorded, problems } = report;
  for (const line of refrozen) console.log(line);
  for (const problem of problems) console.error(problem);
  if (unrecorded > 0) console.log(`${unrecorded} periods were frozen before records were kept`);
  const counted = `${periods} periods with ${places} places recomputed`;
  if (problems.length > 0) console.error(`${counted}; differences found: ${problems.length}`);
  else console.log(`${counted}: all equal`);
}

async function list(range: TimedRange | undefined, { count }: { count: number }): Promise<void> {
  printResult(
    await asOperator(({ database }) => listRankings(database.query, range, count)),
    printPeriods,
  );
}

function printPeriods(periods: Awaited<ReturnType<typeof listRankings>>): void {
  for (const period of periods) {
    const { own, imported, places, frozen, refrozen, note } = period;
    const again = refrozen === null ? '' : `, again ${refrozen}: ${oneLine(note ?? '')}`;
    console.log(
      `${period.range} ${period.value}: ${places} places, ${own} chats here, ${imported} imported, frozen ${frozen}${again}`,
    );
  }
  if (periods.length === 0) console.log('Nothing is frozen yet');
}
