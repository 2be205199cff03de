import { Command, Option } from 'commander';
import { type CatalogueName, catalogueNames, realFile } from '../tests/bench/search/catalogues.ts';
import { type EngineName, engineNames } from '../tests/bench/search/engine.ts';
import { type LoadReport, runLoad } from '../tests/bench/search/load.ts';
import { missesOf, namedOf, tableOf } from '../tests/bench/search/report.ts';
import { runBench } from '../tests/bench/search/run.ts';
import { runStarts } from '../tests/bench/search/start.ts';
import { load, progress } from './benchCommand.ts';

type Options = {
  set: 'judged' | 'held-out' | 'unmatched';
  engine: EngineName[];
  catalogue: CatalogueName[];
  words: string;
  misses?: true;
  load?: true;
  start?: true;
  count: number;
  clients: number;
  seconds: number;
  data: string;
};

const options = new Command('bench:search')
  .description('Scores search engines by the judged queries of tests/fixtures/search, offline.')
  .addOption(
    new Option('--set <name>', 'which queries; look at those held out only to report them')
      .choices(['judged', 'held-out', 'unmatched'])
      .default('judged'),
  )
  .addOption(
    new Option('--engine <names...>', 'only these').choices(engineNames).default(engineNames),
  )
  .addOption(
    new Option('--catalogue <names...>', 'only these')
      .choices(catalogueNames)
      .default(catalogueNames),
  )
  .option('--words <folder>', 'the editors’ words', 'src/content/search')
  .option('--misses', 'list the queries whose first result is not accepted')
  .option('--load', 'instead, measure the times of searches over HTTP in a made-up catalogue')
  .option('--start', 'instead, measure how soon the search works after a start in such a catalogue')
  .option('--count <number>', 'GPTs of that catalogue', Number, 50_000)
  .option('--clients <number>', 'clients that search at the same time', Number, 20)
  .option('--seconds <number>', 'how long they search', Number, 20)
  .option('--data <folder>', 'where that catalogue is kept', '.data/bench-search')
  .parse()
  .opts<Options>();

if (options.load) await measureLoad(options);
else if (options.start) await measureStarts(options);
else await measureQuality(options);

async function measureQuality({ set, engine, catalogue, words, misses }: Options): Promise<void> {
  const reports = await runBench({
    set: set === 'held-out' ? 'heldOut' : set,
    engines: engine,
    catalogues: catalogue,
    wordsFolder: words,
    progress,
  });
  if (catalogue.includes('real') && !reports.some((report) => report.catalogue === 'real')) {
    progress(`The real catalogue is left out: ${realFile} is not there.`);
  }
  for (const report of reports) {
    console.log(`${tableOf(report)}\n`);
    if (misses) console.log(`${missesOf(report)}\n`);
  }
  if (reports[0]) console.log(namedOf(reports[0]));
}

async function measureLoad({ count, clients, seconds, data }: Options): Promise<void> {
  const { repeated, distinct, empty, readSeconds } = await runLoad({
    count,
    clients,
    seconds,
    folder: data,
    progress,
  });
  const line = (name: string, { requests, p50, p95, p99 }: LoadReport) =>
    `${name.padEnd(17)} ${requests} requests, p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
  console.log(`${count} GPTs, ${clients} clients at once, goal: p95 at most 25 ms`);
  console.log(line('judged queries', repeated));
  console.log(line('distinct queries', distinct));
  console.log(line('empty handler', empty));
  console.log(`index ready ${readSeconds.toFixed(1)} s, server ${distinct.megabytes ?? '?'} MB`);
  progress(`Load of the machine: ${load()}`);
}

async function measureStarts({ count, data }: Options): Promise<void> {
  const { starts, queries, identical } = await runStarts({ count, folder: data, progress });
  console.log(`${count} GPTs, goal: everything ready at most 5 s after a restart`);
  for (const { name, listening, ready, firstSearch, everything } of starts) {
    console.log(
      `${name.padEnd(22)} pages ${seconds(listening)}, /readyz 200 ${seconds(ready)}, first search ${Math.round(firstSearch)} ms, index ${seconds(everything)}`,
    );
  }
  console.log(`${identical} of ${queries} queries have the same results after each start`);
  progress(`Load of the machine: ${load()}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
