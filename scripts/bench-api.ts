import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { accountLine, measureAccount } from '../tests/bench/api/account.ts';
import { makeCases } from '../tests/bench/api/cases.ts';
import { prepareCatalogue } from '../tests/bench/api/catalogue.ts';
import { measure } from '../tests/bench/api/measure.ts';
import { reportsOf, tableOf } from '../tests/bench/api/report.ts';
import { startEmptyServer, startRealServer, timeFirstSearch } from '../tests/bench/api/servers.ts';
import { signInAt } from '../tests/bench/api/signInAt.ts';

type Options = {
  data: string;
  fresh?: true;
  count: number;
  days: number;
  seed: number;
  requests: number;
  seconds: number;
  account?: true;
  json?: string;
};

const options = new Command('bench:api')
  .description('Measures the calls of the directory over HTTP, each beside an empty handler.')
  .option('--data <folder>', 'where the made-up catalogue is kept', '.data/bench-api')
  .option('--fresh', 'make the catalogue anew')
  .option('--count <number>', 'GPTs of the catalogue', toNumber, 50_000)
  .option('--days <number>', 'days of history', toNumber, 400)
  .option('--seed <number>', 'which catalogue', toNumber, 1)
  .option('--requests <number>', 'requests of each case', toNumber, 400)
  .option('--seconds <number>', 'end measuring after this time', toNumber, 300)
  .option('--account', 'measure only the call of the signed-in account')
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .parse()
  .opts<Options>();

const { count, days, seed, requests, seconds, json } = options;
const catalogue = { count, days, seed };
const dataDir = await prepareCatalogue(options.data, catalogue, {
  fresh: options.fresh === true,
  progress,
});
progress('Starting the server and an empty one');
const [server, empty] = await Promise.all([startRealServer(dataDir), startEmptyServer()]);
try {
  const readSeconds = Math.round(await timeFirstSearch(server));
  progress(`The search was ready after ${readSeconds} s`);
  const urls = { url: server.url, emptyUrl: empty.url };
  const cases = options.account === true ? [] : await makeCases(server.url, seed);
  progress(`Measuring ${cases.length} cases, ${requests} requests each, and the account`);
  const loadBefore = load();
  const times = await measure(cases, urls, { requests, seconds });
  const cookie = await signInAt(dataDir);
  const account = await measureAccount(server, empty, cookie);
  const machine = { cores: availableParallelism(), loadBefore, loadAfter: load() };
  const reports = reportsOf(cases, times);
  const report = { measured: new Date().toISOString(), machine, catalogue, reports, account };
  const text = JSON.stringify(report, null, 2);
  if (json === '-') console.log(text);
  else console.log(`${tableOf(reports)}\n\n${accountLine(account)}`);
  if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
  progress(`Load of ${machine.cores} cores: ${loadBefore} before, ${machine.loadAfter} after`);
  if (!account.holds) process.exitCode = 1;
} finally {
  await Promise.all([server.close(), empty.close()]);
}

/** Processes that want to run, on average over a minute. */
function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

function toNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be a whole number from 1 to 1,000,000.');
}

/** On standard error, so that standard output is only the result. */
function progress(line: string): void {
  console.error(line);
}
