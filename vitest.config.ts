import { defineConfig } from 'vitest/config';
import { longWait } from './tests/setup/longWait.ts';

/** A poll would end after one second, which is not enough on a machine that is busy with something else. */
const waits = { poll: { timeout: longWait } };

/** Tests that publish by themselves, and need neither a database nor the site that the others of `build` look at. */
const publishing = ['correctedMessages', 'incremental'].map(
  (name) => `tests/build/${name}.test.ts`,
);

/** `npm test` runs unit, server, publishing and build; `npm run test:long` runs long, and parts of the others; `npm run test:faults` runs faults. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: waits,
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
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'publishing',
          expect: waits,
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
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 1_100_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'faults',
          expect: waits,
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
