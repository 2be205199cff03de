import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Workers read this file again: they must see the server of the first reading.
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'dolores-e2e-'));
const port = Number(process.env['E2E_PORT'] ?? 4399);
const origin = `http://localhost:${port}`;

/** The product as `npm start` runs it, on a data folder of its own, in a real browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: join(process.env['E2E_DATA_DIR'], 'results'),
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    [
      'json',
      {
        outputFile:
          process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ??
          join(process.env['E2E_DATA_DIR'], 'report.json'),
      },
    ],
  ],
  use: {
    baseURL: origin,
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } } },
  ],
  webServer: {
    command: `"${process.execPath}" src/server/main.ts`,
    url: `${origin}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    env: {
      PORT: String(port),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      STARTING_CREDITS: '3',
      DRAIN_SECONDS: '1',
    },
  },
});
