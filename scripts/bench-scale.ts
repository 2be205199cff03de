import { Command } from 'commander';
import { resourcesAt, tableOf } from '../tests/bench/scale/report.ts';
import { runScaleBench } from '../tests/bench/scale/run.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

/** `npm run bench:scale`: what visitors, questions and conversations cost, and what fills up first. Needs Linux. */
type Options = { visitors: number; seconds: number; rows: number; json?: string };

const { visitors, seconds, rows, json } = new Command('bench:scale')
  .description('Measures a day of 100,000 synthetic users, scaled down, against two servers.')
  .option('--visitors <number>', 'visitors that are simulated', numberTo(100_000, 100), 1_000)
  .option('--seconds <number>', 'length of the compressed day', numberTo(3_600, 10), 120)
  .option('--rows <number>', 'rows of the largest ledger', numberTo(1_000_000_000), 1_000_000)
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const report = await runScaleBench({
  visitors,
  seconds,
  ledgers: [Math.ceil(rows / 10), rows],
  progress,
});
const bottlenecks = resourcesAt(report, 1).slice(0, 3);
await printReport(json, { load: load(), bottlenecks, ...report }, tableOf(report));
process.exitCode = report.day.failed === 0 ? 0 : 1;
