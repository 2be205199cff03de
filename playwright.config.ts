import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { serverLog } from './tests/setup/site/serverLog.ts';
import { productEnvironment } from './tests/setup/site/productEnvironment.ts';
import { chromiumArguments } from './tests/setup/chromiumArguments.ts';

// Workers read this file again: they must see the server of the first reading.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'dolores-e2e-')));
mkdirSync(dataDir, { recursive: true });
// An unprivileged PostgreSQL must be able to reach its folder when the tests run as root.
chmodSync(dataDir, 0o711);
// Below the ports that systems hand out, and four for each run: the last two are those of `google.test.ts` and `gptLink.test.ts`.
const anyPort = 20_000 + 4 * Math.floor(Math.random() * 3_000);
const port = Number((process.env['E2E_PORT'] ??= String(anyPort)));
const echoUrl = `http://127.0.0.1:${port + 1}`;
/** A server that runs already: its address here and its data folder in `E2E_DATA_DIR`. */
const runningServer = process.env['E2E_URL'];
const origin = runningServer ?? `http://localhost:${port}`;

/** The product as `npm start` runs it, on a data folder of its own, and an upstream that it may ask. */
const servers = [
  {
    command: `"${process.execPath}" tests/setup/echoUpstream.ts ${port + 1}`,
    url: echoUrl,
    reuseExistingServer: false,
  },
  {
    command: `"${process.execPath}" tests/e2e/seedRelease.ts && exec "${process.execPath}" src/server/main.ts 2>"${join(dataDir, serverLog)}"`,
    url: `${origin}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    stdout: 'ignore' as const,
    // Everything that it can log, for `checkLogs.ts`.
    env: { ...productEnvironment(port, dataDir), LOG_LEVEL: 'debug' },
  },
];

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } };

/**
 * For `npm run test:long`, and nothing else there: further variants of the paths that the other tests take, tagged `@long`,
 * and on a phone what `npm test` tries on a desk, tagged `@both`.
 */
const isLong = process.env['E2E_LONG'] !== undefined;

/** Tests run on a desk; those tagged `@phone` on a phone instead. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/e2e/seed.ts',
  globalTeardown: './tests/e2e/checkLogs.ts',
  outputDir: join(dataDir, 'results'),
  fullyParallel: true,
  // One more than the processors that tests are measured on: they also wait.
  workers: 3,
  // A test that passes at its second try is listed as flaky: it wants mending, and does not hide what else a run finds.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? join(dataDir, 'report.json') },
    ],
  ],
  use: {
    baseURL: origin,
    trace: 'off',
    // A click that waits for ever would only say that the test took too long.
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // A page lives for seconds: compiling what runs often took a tenth of the processor time of these tests.
      args: [...chromiumArguments, '--js-flags=--no-turbofan,--no-maglev'],
    },
  },
  projects: isLong
    ? [
        { name: 'desktop', grep: /@long/, grepInvert: /@phone/, use: desktop },
        { name: 'phone', grep: /@both|@phone.*@long|@long.*@phone/, use: phone },
      ]
    : [
        { name: 'desktop', grepInvert: /@phone|@long/, use: desktop },
        { name: 'phone', grep: /@phone/, grepInvert: /@long/, use: phone },
      ],
  ...(runningServer === undefined ? { webServer: servers } : {}),
});
