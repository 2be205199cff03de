import { defineConfig } from 'vitest/config';
import { nodeFlags } from './scripts/bootstrap/run.mjs';
import { publishingTests } from './scripts/testing/suites.mjs';
import { LongestFirst } from './tests/setup/longestFirst.ts';
import { longWait } from './tests/setup/longWait.ts';

/** A poll would end after one second, which is not enough on a machine that is busy with something else. */
const waits = { poll: { timeout: longWait } };

/** Workers load packages as fast as the product does. */
const execArgv = [...nodeFlags];

const publishing = publishingTests.map((name) => `tests/build/${name}.test.ts`);

/**
 * `npm test` runs unit, server, publishing and build; `npm run test:long` runs long, engines, and parts of the others;
 * `npm run test:faults` runs faults; `npm run test:cluster` runs cluster.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: waits,
          execArgv,
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          // Reading every source file takes its time on a machine that is busy with something else.
          testTimeout: 30_000,
          // Nothing in them outlives its file; starting anew for each would cost more than they do.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'server',
          expect: waits,
          execArgv,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          setupFiles: ['tests/setup/lastingPromotion.ts'],
          // Most tests take less than a second. A machine that is busy with something else may need a hundred times as long.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          isolate: false,
          // Tests wait for processes and timers, so that three workers left a processor idle.
          maxWorkers: 6,
        },
      },
      {
        test: {
          name: 'publishing',
          expect: waits,
          execArgv,
          include: publishing,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: 'build',
          expect: waits,
          execArgv,
          include: ['tests/build/**/*.test.ts'],
          exclude: publishing,
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/site.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // One after the other in one worker, which reads the site once: two took longer beside the other lane.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: 'long',
          expect: waits,
          execArgv,
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 1_100_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'cluster',
          expect: waits,
          execArgv,
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 1_700_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'engines',
          expect: waits,
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/engines/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each engine has one: the slowest of them starts with the others.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'faults',
          expect: waits,
          execArgv,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 1_100_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
    ],
  },
});
