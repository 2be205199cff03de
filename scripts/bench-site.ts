import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { prepareCatalogue } from '../tests/bench/api/catalogue.ts';
import { type SiteReport, measureSite } from '../tests/bench/site/measureSite.ts';
import { startSnapshotApi } from '../tests/bench/site/processes.ts';
import { tableOf } from '../tests/bench/site/report.ts';
import { jsonOption, load, printReport, progress } from './benchCommand.ts';

/** `npm run bench:site`: the time of a full publish, and after small changes, compared with a plain `astro build`. */
type Options = {
  data: string;
  counts: number[];
  days: number;
  recompression: boolean;
  json?: string;
  memory: string;
};

const { data, counts, days, recompression, json, memory } = new Command('bench:site')
  .description('Measures publishing of made-up catalogues, in a folder in memory.')
  .option('--data <folder>', 'where the made-up catalogues are kept', '.data/bench-site')
  .option(
    '--counts <numbers>',
    'GPTs of the catalogues, separated by commas',
    toNumbers,
    [2_000, 10_000],
  )
  .option('--days <number>', 'days of history', Number, 400)
  .option('--memory <folder>', 'where to publish', existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  .option('--no-recompression', 'leave out compressing pages again, which takes longest')
  .option(...jsonOption)
  .parse()
  .opts<Options>();

const token = 'bench-loopback-only-0123456789-abcdefghij';
const reports: SiteReport[] = [];
const loadBefore = load();
for (const count of counts) {
  const dataDir = await prepareCatalogue(
    join(data, String(count)),
    { count, days, seed: 1 },
    { fresh: false, progress },
  );
  const folder = await mkdtemp(join(memory, 'dolores-bench-'));
  const api = await startSnapshotApi(dataDir, token);
  try {
    progress(`${count} GPTs: everything`);
    const input = { gpts: count, api, token, folder, recompresses: recompression, progress };
    reports.push(await measureSite(input));
  } finally {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}
const machine = { cores: availableParallelism(), loadBefore, loadAfter: load() };
await printReport(json, { machine, reports }, tableOf(reports));
progress(`Load of ${machine.cores} cores: ${loadBefore} before, ${machine.loadAfter} after`);

function toNumbers(value: string): number[] {
  const numbers = value.split(',').map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new InvalidArgumentError('They must be whole numbers, separated by commas.');
}
