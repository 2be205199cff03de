import { Command } from 'commander';
import { linesOf, reportOf } from '../tests/bench/login/report.ts';
import { runBench } from '../tests/bench/login/run.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

type Options = { tries: number; seed: number; json?: string };

const { tries, seed, json } = new Command('bench:login')
  .description('Measures whether the time of a sign-in shows that an address has an account.')
  .option('--tries <number>', 'tries of each kind of address', numberTo(1_000_000), 400)
  .option('--seed <number>', 'the order of the tries', numberTo(1_000_000), Date.now() % 1_000_000)
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const loadBefore = load();
const times = await runBench({ tries, seed });
const reports = times.map((some) => reportOf(some, seed));
const machine = { loadBefore, loadAfter: load() };
await printReport(json, { seed, machine, reports }, linesOf(reports));
progress(`Seed ${seed}; load ${machine.loadBefore} before, ${machine.loadAfter} after`);
if (reports.some(({ holds }) => !holds)) process.exitCode = 1;
