// `npm test`, `npm run verify` (--only …) and `npm run test:long` (--long).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBrowser } from './bootstrap/browser.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node.mjs';
import { environment } from './bootstrap/run.mjs';
import { runSuite } from './bootstrap/suite.mjs';

/**
 * In this order. A suite that needs more than its minutes is stopped and has failed.
 * @type {import('./bootstrap/suite.mjs').Suite[]}
 */
const suites = [
  { name: 'format', limitMinutes: 1, checks: [['oxfmt', '--check']] },
  {
    name: 'lint',
    limitMinutes: 2,
    checks: [
      ['oxlint', '--type-aware', '--deny-warnings'],
      ['eslint', '.', '--max-warnings', '0'],
    ],
  },
  {
    name: 'types',
    limitMinutes: 4,
    checks: [
      ['astro', 'check'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'dead-code', limitMinutes: 1, checks: [['knip']] },
  { name: 'unit', limitMinutes: 3, vitest: 'unit' },
  { name: 'server', limitMinutes: 8, vitest: 'server' },
  { name: 'build', limitMinutes: 6, vitest: 'build', needsBrowser: true },
  { name: 'e2e', limitMinutes: 8, playwright: true, needsBrowser: true },
];
const longSuites = [{ name: 'long', limitMinutes: 20, vitest: 'long', needsBrowser: true }];

const chosen = chooseSuites(process.argv.slice(2));
await ensureInstalled('all');
process.exitCode = await runAll(chosen, environment(findNode()));

function chooseSuites(args) {
  if (args.includes('--long')) return longSuites;
  const at = args.indexOf('--only');
  if (at === -1 && args.length === 0) return suites;
  const names = (args[at + 1] ?? '').split(',');
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (at !== -1 && args.length === at + 2 && unknown.length === 0) {
    return suites.filter(({ name }) => names.includes(name));
  }
  const known = suites.map(({ name }) => name).join(',');
  console.error(`Usage: node scripts/test.mjs [--only ${known} | --long]`);
  return process.exit(2);
}

async function runAll(list, env) {
  const folder = mkdtempSync(join(tmpdir(), 'dolores-test-run-'));
  // As root, PostgreSQL runs as another user, who must get through to the data folders in here.
  chmodSync(folder, 0o711);
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());
  const total = { passed: 0, failed: 0, skipped: 0 };
  try {
    const context = { env: withBrowser(list, env), folder, signal: ending.signal };
    for (const suite of list) {
      if (ending.signal.aborted) break;
      add(total, await runTimed(suite, context));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (ending.signal.aborted) console.log('Stopped before the end');
  console.log(`\n${sentence(total)}`);
  return total.failed === 0 && total.passed > 0 && !ending.signal.aborted ? 0 : 1;
}

function withBrowser(list, env) {
  if (!list.some(({ needsBrowser }) => needsBrowser)) return env;
  const browser = findBrowser(env);
  if (browser !== undefined) return { ...env, CHROMIUM_PATH: browser };
  console.log('No browser works here: set CHROMIUM_PATH to a Chromium or Chrome');
  return env;
}

async function runTimed(suite, context) {
  const begun = Date.now();
  console.log(`\n== ${suite.name} ==`);
  const counts = await runSuite(suite, context);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`== ${suite.name}: ${sentence(counts)} in ${seconds} s ==`);
  return counts;
}

function add(total, counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

function sentence({ failed, passed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
