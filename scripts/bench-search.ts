import { Command, Option } from 'commander';
import { type CatalogueName, catalogueNames, realFile } from '../tests/bench/search/catalogues.ts';
import { type EngineName, engineNames } from '../tests/bench/search/engine.ts';
import { missesOf, namedOf, tableOf } from '../tests/bench/search/report.ts';
import { runBench } from '../tests/bench/search/run.ts';

type Options = {
  set: 'judged' | 'held-out';
  engine: EngineName[];
  catalogue: CatalogueName[];
  words: string;
  misses?: true;
};

const { set, engine, catalogue, words, misses } = new Command('bench:search')
  .description('Scores search engines by the judged queries of tests/fixtures/search, offline.')
  .addOption(
    new Option('--set <name>', 'which queries; look at those held out only to report them')
      .choices(['judged', 'held-out'])
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
  .parse()
  .opts<Options>();

const reports = await runBench({
  set: set === 'judged' ? 'judged' : 'heldOut',
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

/** On standard error, so that standard output is only the result. */
function progress(line: string): void {
  console.error(line);
}
