// `npm test`, `npm run verify` (--only …), `npm run test:long` (--long) and `npm run test:faults` (--faults).
// `--only` can be added to each.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { findHeadlessBrowser } from './bootstrap/browser.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node.mjs';
import { environment } from './bootstrap/run.mjs';
import { scratchFolder } from './bootstrap/scratch.mjs';
import { noCounts, runSuite } from './bootstrap/suite.mjs';

/**
 * Two suites run at a time, started in this order. The longest ones are early, so that both processors are busy to the end.
 * A suite that exceeds its time limit is stopped and has failed.
 * @typedef {import('./bootstrap/suite.mjs').Suite & { after?: string }} QueuedSuite
 *   `after` names a suite that must end before this one starts
 * @type {QueuedSuite[]}
 */
const suites = [
  // Publishes the site for `e2e`. When `e2e` runs alone, it publishes the site itself.
  {
    name: 'release',
    limitMinutes: 5,
    checks: [['node', 'tests/e2e/publishRelease.ts']],
  },
  { name: 'format', limitMinutes: 1, checks: [['oxfmt', '--check']] },
  {
    name: 'lint',
    limitMinutes: 5,
    checks: [
      // Includes the checks of `tsc`. The suite `types` checks `.astro` files.
      ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
      ['eslint', '.', '--max-warnings', '0'],
    ],
  },
  { name: 'dead-code', limitMinutes: 1, checks: [['knip']] },
  {
    name: 'types',
    limitMinutes: 5,
    checks: [['astro', 'check', '--tsconfig', 'tsconfig.astro.json']],
  },
  { name: 'e2e', after: 'release', limitMinutes: 20, playwright: true, needsBrowser: true },
  { name: 'server', limitMinutes: 30, vitest: 'server' },
  { name: 'build', limitMinutes: 8, vitest: 'build', needsBrowser: true },
  { name: 'publishing', limitMinutes: 8, vitest: 'publishing' },
  { name: 'unit', limitMinutes: 4, vitest: 'unit' },
];
const suitesAtOnce = 2;

/** One at a time, about 25 minutes in total on a quiet machine. @type {QueuedSuite[]} */
const longSuites = [
  { name: 'long', limitMinutes: 36, vitest: 'long', needsBrowser: true },
  // These tests have more rounds here than in `npm test`.
  {
    name: 'server-long',
    limitMinutes: 10,
    vitest: 'server',
    files: [
      'badAddresses',
      'conversationImportLimits',
      'conversationSearch',
      'kills',
      'ledger',
      'mediaKills',
      'mediaMix',
      'planCodes',
      'rankingFreeze',
      'recovery',
      'searchLists',
      'searchTypos',
      'snapshotDelta',
    ],
    environment: { LONG_RUNS: 'yes' },
  },
  // With the pages of all GPTs of the starter catalogue.
  {
    name: 'whole-site',
    limitMinutes: 6,
    vitest: 'build',
    files: ['languages', 'links', 'markup', 'messages', 'policy', 'previews', 'structuredData'],
    environment: { WHOLE_SITE: 'yes' },
  },
  {
    name: 'e2e-long',
    limitMinutes: 15,
    playwright: true,
    needsBrowser: true,
    environment: { E2E_LONG: 'yes' },
  },
];

/** Payments with a server that is killed at every step, sixty minutes in total. @type {QueuedSuite[]} */
const faultSuites = [{ name: 'faults', limitMinutes: 60, vitest: 'faults' }];

const sets = { '--long': longSuites, '--faults': faultSuites };

const chosen = chooseSuites(process.argv.slice(2));
await ensureInstalled('all');
process.exitCode = await runAll(chosen, environment(findNode()));

function chooseSuites(args) {
  const set = Object.keys(sets).find((name) => args.includes(name));
  const all = set === undefined ? suites : sets[set];
  const [only, list, ...rest] = args.filter((arg) => arg !== set);
  if (only === undefined) return all;
  const names = (list ?? '').split(',');
  const isKnown = names.every((name) => all.some((suite) => suite.name === name));
  if (only === '--only' && isKnown && rest.length === 0) {
    return all.filter(({ name }) => names.includes(name));
  }
  for (const [option, some] of Object.entries({ '': suites, ...sets })) {
    const known = some.map(({ name }) => name).join(',');
    console.error(`Usage: node scripts/test.mjs ${option} [--only ${known}]`);
  }
  return process.exit(2);
}

async function runAll(list, env) {
  const folder = mkdtempSync(join(scratchFolder(), 'dolores-test-run-'));
  // As root, PostgreSQL runs as another user, who needs access to the data folders in here.
  chmodSync(folder, 0o711);
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());
  const total = noCounts();
  try {
    const context = { env: environmentIn(folder, list, env), folder, signal: ending.signal };
    const run = async (suite, isAlone) => {
      if (!ending.signal.aborted) add(total, await runTimed(suite, context, isAlone));
    };
    await runQueue(list, run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (ending.signal.aborted) console.log('Stopped before the end');
  if (total.failures.length > 0) console.log(`\n${total.failures.join('\n\n')}`);
  console.log(`\n${sentence(total)}`);
  return total.failed === 0 && total.passed > 0 && !ending.signal.aborted ? 0 : 1;
}

function environmentIn(folder, list, env) {
  return withBrowser(list, {
    ...env,
    TMPDIR: folder,
    // Processes share compiled code, because tests start hundreds of servers and commands.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    E2E_DATA_DIR: env.E2E_DATA_DIR ?? join(folder, 'e2e'),
    // Below the range of ephemeral ports; three ports for each run.
    E2E_PORT: env.E2E_PORT ?? String(20_000 + 3 * Math.floor(Math.random() * 4_000)),
  });
}

function withBrowser(list, env) {
  if (!list.some(({ needsBrowser }) => needsBrowser)) return env;
  const browser = findHeadlessBrowser(env);
  if (browser !== undefined) return { ...env, CHROMIUM_PATH: browser };
  console.log('No browser works here: set CHROMIUM_PATH to a Chromium or Chrome');
  return env;
}

/**
 * Runs each suite once a slot is free and the suite in `after` has ended. A suite that runs alone prints its output at once.
 */
async function runQueue(list, run) {
  const slots = longSuites.includes(list[0]) ? 1 : Math.min(suitesAtOnce, list.length);
  const queue = [...list];
  const running = new Map();
  while (queue.length > 0 || running.size > 0) {
    const isPending = (name) => queue.some((suite) => suite.name === name) || running.has(name);
    const next = queue.findIndex(({ after }) => after === undefined || !isPending(after));
    if (running.size < slots && next !== -1) {
      const [suite] = queue.splice(next, 1);
      const ended = run(suite, slots === 1).then(() => running.delete(suite.name));
      running.set(suite.name, ended);
    } else {
      await Promise.race(running.values());
    }
  }
}

/** Runs a suite. If others run at the same time, its output is printed at its end. */
async function runTimed(suite, context, isAlone) {
  const begun = Date.now();
  const title = `\n== ${suite.name} ==\n`;
  const printed = [];
  process.stdout.write(isAlone ? title : `${suite.name} …\n`);
  const print = isAlone ? undefined : (text) => printed.push(text);
  const counts = await runSuite(suite, { ...context, print });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (!isAlone) process.stdout.write(`${title}${printed.join('')}`);
  console.log(`== ${suite.name}: ${sentence(counts)} in ${seconds} s ==`);
  return counts;
}

function add(total, counts) {
  for (const name of ['passed', 'failed', 'skipped']) total[name] += counts[name];
  total.failures.push(...counts.failures);
}

function sentence({ failed, passed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
