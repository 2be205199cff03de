import { Command } from 'commander';
import { benchPages } from '../tests/bench/bench.ts';
import { budgets } from '../tests/bench/budgets.ts';
import { findingsOf, reportOf } from '../tests/bench/report.ts';
import { tableOf } from '../tests/bench/table.ts';
import { withProduct } from '../tests/setup/product.ts';
import { jsonOption, numberTo, printReport, progress } from './benchCommand.ts';

const { url, json, runs } = new Command('bench:pages')
  .description('Measures the pages of the directory in a cold Chromium against their budgets.')
  .option('--url <address>', 'measure a running server instead of one started for this')
  .option(...jsonOption)
  .option('--runs <number>', 'loads of each page and profile', numberTo(100), 5)
  .parse()
  .opts<{ url?: string; json?: string; runs: number }>();

const results = await withProduct({ url, progress }, (product) =>
  benchPages(product, { runs, progress }),
);
const reports = results.map(reportOf);
const findings = results.flatMap(findingsOf);
await printReport(json, { budgets, reports, findings }, tableOf(reports));
for (const finding of findings) console.error(`${finding.severity}: ${finding.text}`);
process.exitCode = findings.some(({ severity }) => severity === 'violation') ? 1 : 0;
