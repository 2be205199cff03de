import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { Command } from 'commander';
import { tableOf } from '../tests/bench/media/report.ts';
import { runBench } from '../tests/bench/media/run.ts';

const { jobs, seconds, json } = new Command('bench:media')
  .description('Measures workers of media jobs with many jobs in flight: one worker, then two.')
  .option('--jobs <number>', 'jobs in flight', Number, 200)
  .option('--seconds <number>', 'how long they are in flight', Number, 60)
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .parse()
  .opts<{ jobs: number; seconds: number; json?: string }>();

const progress = (line: string) => console.error(line);
const reports = await runBench({ jobs, seconds, runs: [1, 2], progress });
const text = JSON.stringify({ measured: new Date().toISOString(), reports }, null, 2);
console.log(json === '-' ? text : tableOf(reports));
if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
for (const { workers, stored, deliveredSeconds, broken } of reports) {
  const all = `${stored} of ${jobs} results were stored within ${deliveredSeconds.toFixed(1)} s`;
  console.error(`${workers.length}: ${all}${broken.map((rule) => `; broken: ${rule}`).join('')}`);
}
console.error(`Load: ${loadavg()[0]?.toFixed(2)}`);
const isWrong = reports.some(({ stored, broken }) => stored < jobs || broken.length > 0);
process.exit(isWrong ? 1 : 0);
