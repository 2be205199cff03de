import { Command } from 'commander';
import { connections, runLedgerBench } from '../tests/bench/ledger/run.ts';
import { load } from './benchCommand.ts';

/** The lowest accepted ratio of pairs of hold and settle to plain transactions. */
const least = 0.5;

const { seconds, rounds } = new Command('bench:ledger')
  .description('Measures hold and settle beside transactions of two plain statements.')
  .option('--seconds <number>', 'how long each kind of work runs in a round', Number, 3)
  .option('--rounds <number>', 'rounds, after one that warms up', Number, 3)
  .parse()
  .opts<{ seconds: number; rounds: number }>();

const { runs, ratio, violations } = await runLedgerBench(seconds, rounds);
console.log(`${connections} connections, load ${load()}`);
for (const { name, perSecond, p50, p99 } of runs) {
  const speed = `${perSecond.toFixed(0)}/s`.padStart(8);
  console.log(`${name.padEnd(30)}${speed}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
}
const verdict = ratio >= least ? 'holds' : 'UNDER';
console.log(
  `pairs beside plain transactions: ${ratio.toFixed(2)} of at least ${least}: ${verdict}`,
);
for (const { rule, rows } of violations) console.log(`Broken: ${rule}\n  ${rows.join('\n  ')}`);
if (violations.length === 0) console.log('Every promise of the ledger holds.');
if (violations.length > 0 || ratio < least) process.exitCode = 1;
