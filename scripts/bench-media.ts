import { Command } from 'commander';
import { tableOf } from '../tests/bench/media/report.ts';
import { runBench } from '../tests/bench/media/run.ts';
import { jsonOption, load, printReport, progress } from './benchCommand.ts';

const { jobs, seconds, json } = new Command('bench:media')
  .description('Measures workers of media jobs with many jobs in flight: one worker, then two.')
  .option('--jobs <number>', 'jobs in flight', Number, 200)
  .option('--seconds <number>', 'how long they are in flight', Number, 60)
  .option(...jsonOption)
  .parse()
  .opts<{ jobs: number; seconds: number; json?: string }>();

const reports = await runBench({ jobs, seconds, runs: [1, 2], progress });
await printReport(json, { reports }, tableOf(reports));
for (const { workers, stored, deliveredSeconds, broken } of reports) {
  const all = `${stored} of ${jobs} results were stored within ${deliveredSeconds.toFixed(1)} s`;
  console.error(`${workers.length}: ${all}${broken.map((rule) => `; broken: ${rule}`).join('')}`);
}
progress(`Load: ${load()}`);
const isWrong = reports.some(({ stored, broken }) => stored < jobs || broken.length > 0);
process.exit(isWrong ? 1 : 0);
