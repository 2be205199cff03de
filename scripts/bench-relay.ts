import { Command } from 'commander';
import { verdictsOn } from '../tests/bench/relay/budgets.ts';
import { idleVerdict } from '../tests/bench/relay/idlePages.ts';
import { tableOf } from '../tests/bench/relay/report.ts';
import { runBench } from '../tests/bench/relay/run.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

type Options = {
  streams: number[];
  rounds: number;
  held: number;
  idle: number;
  profile?: string;
  json?: string;
};

const toNumber = numberTo(10_000, 0);

const options = new Command('bench:relay')
  .description('Measures streamed answers beside a bare relay; needs two cores and taskset.')
  .option(
    '--streams <numbers>',
    'streams at once, separated by commas; 0 for none',
    toNumbers,
    [1, 50, 200],
  )
  .option('--rounds <number>', 'runs of each relay with each number of streams', toNumber, 3)
  .option('--held <number>', 'streams held open at the end; 0 for none', toNumber, 1_000)
  .option('--idle <number>', 'idle pages held open at the end; 0 for none', toNumber, 1_000)
  .option('--profile <folder>', 'where the server leaves a profile of its CPU')
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const { streams, rounds, held, profile, json } = options;
const measured = streams.filter((count) => count > 0);
const loadBefore = load();
const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
const input = { streams: measured, rounds, held, idle: options.idle, nodeOptions, progress };
const { reports, idle } = await runBench(input);
const verdicts = reports.filter(({ relay }) => relay === 'ours').flatMap(verdictsOn);
if (idle) verdicts.push(idleVerdict(idle));
const machine = { loadBefore, loadAfter: load() };
await printReport(
  json,
  { machine, reports, idle },
  `${tableOf(reports)}\n\n${verdicts.join('\n')}`,
);
progress(`Load: ${machine.loadBefore} before, ${machine.loadAfter} after`);

function toNumbers(value: string): number[] {
  return value.split(',').map(toNumber);
}
