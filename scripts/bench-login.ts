import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { linesOf, reportOf } from '../tests/bench/login/report.ts';
import { runBench } from '../tests/bench/login/run.ts';

type Options = { tries: number; seed: number; json?: string };

const { tries, seed, json } = new Command('bench:login')
  .description('Measures whether the time of a sign-in shows that an address has an account.')
  .option('--tries <number>', 'tries of each kind of address', toNumber, 400)
  .option('--seed <number>', 'the order of the tries', toNumber, Date.now() % 1_000_000)
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .parse()
  .opts<Options>();

const loadBefore = load();
const times = await runBench({ tries, seed });
const reports = times.map((some) => reportOf(some, seed));
const machine = { loadBefore, loadAfter: load() };
const text = JSON.stringify(
  { measured: new Date().toISOString(), seed, machine, reports },
  null,
  2,
);
console.log(json === '-' ? text : linesOf(reports));
if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
// On standard error, so that standard output is only the result.
console.error(`Seed ${seed}; load ${machine.loadBefore} before, ${machine.loadAfter} after`);
if (reports.some(({ holds }) => !holds)) process.exitCode = 1;

/** Processes that want to run, on average over a minute. */
function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

function toNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be a whole number from 1 to 1,000,000.');
}
