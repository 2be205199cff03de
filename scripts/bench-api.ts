import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { accountLine, measureAccount } from '../tests/bench/api/account.ts';
import { makeCases } from '../tests/bench/api/cases.ts';
import { prepareCatalogue } from '../tests/bench/api/catalogue.ts';
import { measure } from '../tests/bench/api/measure.ts';
import { reportsOf, tableOf } from '../tests/bench/api/report.ts';
import { startEmptyServer, startRealServer, timeUntilReady } from '../tests/bench/api/servers.ts';
import { signInAt } from '../tests/bench/api/signInAt.ts';
import { jsonOption, load, numberTo, printReport, progress } from './benchCommand.ts';

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
  .option('--fresh', 'make a new catalogue')
  .option('--count <number>', 'GPTs of the catalogue', numberTo(1_000_000), 50_000)
  .option('--days <number>', 'days of history', numberTo(1_000_000), 400)
  .option('--seed <number>', 'which catalogue', numberTo(1_000_000), 1)
  .option('--requests <number>', 'requests of each case', numberTo(1_000_000), 400)
  .option('--seconds <number>', 'end measuring after this time', numberTo(1_000_000), 300)
  .option('--account', 'measure only the call of the signed-in account')
  .option(...jsonOption)
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
  const readSeconds = Math.round(await timeUntilReady(server));
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
  const table = `${tableOf(reports)}\n\n${accountLine(account)}`;
  await printReport(json, { machine, catalogue, reports, account }, table);
  progress(`Load of ${machine.cores} cores: ${loadBefore} before, ${machine.loadAfter} after`);
  if (!account.holds) process.exitCode = 1;
} finally {
  await Promise.all([server.close(), empty.close()]);
}
