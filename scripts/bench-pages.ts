import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { benchPages } from '../tests/bench/bench.ts';
import { budgets } from '../tests/bench/budgets.ts';
import { findingsOf, reportOf } from '../tests/bench/report.ts';
import { tableOf } from '../tests/bench/table.ts';
import { withProduct } from '../tests/setup/product.ts';

const { url, json, runs } = new Command('bench:pages')
  .description('Measures the pages of the directory in a cold Chromium against their budgets.')
  .option('--url <address>', 'measure a running server instead of one started for this')
  .option('--json <file>', 'write all figures to a file, or with - to standard output')
  .option('--runs <number>', 'loads of each page and profile', toCount, 5)
  .parse()
  .opts<{ url?: string; json?: string; runs: number }>();

const results = await withProduct({ url, progress }, (product) =>
  benchPages(product, { runs, progress }),
);
const reports = results.map(reportOf);
const findings = results.flatMap(findingsOf);
const text = JSON.stringify(
  { measured: new Date().toISOString(), budgets, reports, findings },
  null,
  2,
);
if (json === '-') console.log(text);
else console.log(tableOf(reports));
if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
for (const finding of findings) console.error(`${finding.severity}: ${finding.text}`);
process.exitCode = findings.some(({ severity }) => severity === 'violation') ? 1 : 0;

function toCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}

/** On standard error, so that standard output is only the result. */
function progress(line: string): void {
  console.error(line);
}
