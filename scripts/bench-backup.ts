import { Command } from 'commander';
import { type MeasuredCommand, runBackupBench } from '../tests/bench/backup/run.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

type Options = { gpts: number; answers: number; old?: string; json?: string };

const { json, old, ...sizes } = new Command('bench:backup')
  .description('Measures backup, drill, restore and upgrade, each also with kill -9 in its middle.')
  .option('--gpts <number>', 'GPTs', numberTo(1_000_000), 50_000)
  .option('--answers <number>', 'answers', numberTo(10_000_000, 10), 100_000)
  .option('--old <folder>', 'bin folder of another PostgreSQL, for the upgrade')
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const commands = await runBackupBench({ ...sizes, oldBin: old, progress });
await printReport(json, { ...sizes, load: load(), commands }, table(commands));

function table(measured: readonly MeasuredCommand[]): string {
  const lines = measured.map(({ name, seconds, afterKill }) =>
    [name.padEnd(18), `${seconds.toFixed(1)} s`.padStart(9), `  after kill -9: ${afterKill}`].join(
      '',
    ),
  );
  return [`${sizes.gpts} GPTs, ${sizes.answers} answers`, ...lines].join('\n');
}
