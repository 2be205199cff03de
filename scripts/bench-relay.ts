import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { verdictsOn } from '../tests/bench/relay/budgets.ts';
import { tableOf } from '../tests/bench/relay/report.ts';
import { runBench } from '../tests/bench/relay/run.ts';

type Options = {
  streams: number[];
  rounds: number;
  held: number;
  profile?: string;
  json?: string;
};

const options = new Command('bench:relay')
  .description('Measures streamed answers beside a bare relay; needs two cores and taskset.')
  .option('--streams <numbers>', 'streams at once, separated by commas', toNumbers, [1, 50, 200])
  .option('--rounds <number>', 'runs of each relay with each number of streams', toNumber, 3)
  .option('--held <number>', 'streams held open at the end; 0 for none', toNumber, 1_000)
  .option('--profile <folder>', 'where the server leaves a profile of its CPU')
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .parse()
  .opts<Options>();

const { streams, rounds, held, profile, json } = options;
const loadBefore = load();
const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
const reports = await runBench({ streams, rounds, held, nodeOptions, progress });
const verdicts = reports.filter(({ relay }) => relay === 'ours').flatMap(verdictsOn);
const machine = { loadBefore, loadAfter: load() };
const text = JSON.stringify({ measured: new Date().toISOString(), machine, reports }, null, 2);
if (json === '-') console.log(text);
else console.log(`${tableOf(reports)}\n\n${verdicts.join('\n')}`);
if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
progress(`Load: ${machine.loadBefore} before, ${machine.loadAfter} after`);

/** Processes that want to run, on average over a minute. */
function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

function toNumbers(value: string): number[] {
  return value.split(',').map(toNumber);
}

function toNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 10_000) return number;
  throw new InvalidArgumentError('It must be a whole number from 0 to 10,000.');
}

/** On standard error, so that standard output is only the result. */
function progress(line: string): void {
  console.error(line);
}
