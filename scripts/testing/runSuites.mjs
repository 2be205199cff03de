// Plain JavaScript for Node 18 or newer. Needs installed packages.
import { chmodSync, mkdtempSync, rmSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { findHeadlessBrowser } from '../bootstrap/browser.mjs';
import { machineProcessorSeconds, processorStopwatch } from './processorTime.mjs';
import { noCounts, runSuite } from './suite.mjs';
import { freemem, tmpdir } from 'node:os';

/**
 * Runs the suites, prints their results and the sum, and returns the exit code.
 * @param {import('./suites.mjs').QueuedSuite[]} suites in the order in which they start
 * @param {number} atOnce how many run at a time
 * @param {NodeJS.ProcessEnv} env
 */
export async function runSuites(suites, atOnce, env) {
  const folder = mkdtempSync(join(scratchFolder(), 'dolores-test-run-'));
  // As root, PostgreSQL runs as another user, who needs access to the data folders in here.
  chmodSync(folder, 0o711);
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => ending.abort());
  const total = noCounts();
  const begun = Date.now();
  const machineBefore = machineProcessorSeconds();
  try {
    const context = { env: environmentIn(folder, suites, env), folder, signal: ending.signal };
    const lapProcessor = processorStopwatch();
    const slots = Math.min(atOnce, suites.length);
    await runQueue(suites, slots, async (suite) => {
      if (!ending.signal.aborted) add(total, await runTimed(suite, context, lapProcessor, slots));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (ending.signal.aborted) console.log('Stopped before the end');
  if (total.failures.length > 0) console.log(`\n${total.failures.join('\n\n')}`);
  const machine = (machineProcessorSeconds() - machineBefore).toFixed(0);
  console.log(`\n${timeSentence(total.seconds, Date.now() - begun)} (${machine} of the machine)`);
  console.log(sentence(total));
  return total.failed === 0 && total.passed > 0 && !ending.signal.aborted ? 0 : 1;
}

function environmentIn(folder, suites, env) {
  return withBrowser(suites, {
    ...env,
    TMPDIR: folder,
    // Processes share compiled code, because tests start hundreds of servers and commands.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    E2E_DATA_DIR: env.E2E_DATA_DIR ?? join(folder, 'e2e'),
    // Below the range of ephemeral ports; four ports for each run.
    E2E_PORT: env.E2E_PORT ?? String(20_000 + 4 * Math.floor(Math.random() * 3_000)),
  });
}

function withBrowser(suites, env) {
  if (!suites.some(({ needsBrowser }) => needsBrowser)) return env;
  const browser = findHeadlessBrowser(env);
  if (browser !== undefined) return { ...env, CHROMIUM_PATH: browser };
  console.log('No browser works here: set CHROMIUM_PATH to a Chromium or Chrome');
  return env;
}

/** Runs each suite once a slot is free and the suite in `after` has ended. */
async function runQueue(suites, slots, run) {
  const queue = [...suites];
  const running = new Map();
  while (queue.length > 0 || running.size > 0) {
    const isPending = (name) => queue.some((suite) => suite.name === name) || running.has(name);
    const next = queue.findIndex(({ after }) => after === undefined || !isPending(after));
    if (running.size < slots && next !== -1) {
      const [suite] = queue.splice(next, 1);
      const ended = run(suite).then(() => running.delete(suite.name));
      running.set(suite.name, ended);
    } else {
      await Promise.race(running.values());
    }
  }
}

/** Runs a suite. If others run at the same time, its output is printed at its end. */
async function runTimed(suite, context, lapProcessor, slots) {
  const begun = Date.now();
  const isAlone = slots === 1;
  const title = `\n== ${suite.name} ==\n`;
  const printed = [];
  process.stdout.write(isAlone ? title : `${suite.name} …\n`);
  const print = isAlone ? undefined : (text) => printed.push(text);
  let seconds = 0;
  const onProcessEnd = () => (seconds += lapProcessor() ?? Number.NaN);
  const counts = await runSuite(suite, { ...context, print, onProcessEnd });
  if (!isAlone) process.stdout.write(`${title}${printed.join('')}`);
  console.log(
    `== ${suite.name}: ${sentence(counts)} in ${timeSentence(seconds, Date.now() - begun)} ==`,
  );
  return { ...counts, seconds };
}

function add(total, counts) {
  for (const name of ['passed', 'failed', 'skipped', 'seconds']) {
    total[name] = (total[name] ?? 0) + counts[name];
  }
  total.failures.push(...counts.failures);
}

/** The processor-seconds are unknown on systems other than Linux. */
function timeSentence(processorSeconds, milliseconds) {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  if (!Number.isFinite(processorSeconds)) return seconds;
  return `${seconds}, ${processorSeconds.toFixed(0)} processor-seconds`;
}

function sentence({ failed, passed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const memoryDisk = '/dev/shm';

const neededBytes = 6e9;

/**
 * Returns the folder for temporary files of tests. Tests write tens of thousands of files and hundreds of databases, so the
 * folder is in memory if there is enough of it, otherwise in the temporary folder of the system.
 */
function scratchFolder() {
  return process.env.TMPDIR === undefined && isSuitable(memoryDisk) ? memoryDisk : tmpdir();
}

/** Whether the folder has enough space and allows programs to run, because PostgreSQL may be copied there. */
function isSuitable(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec'];
    const available = process.availableMemory?.() ?? freemem();
    // Files there use memory too.
    return (
      !options.includes('noexec') && bavail * bsize > neededBytes && available > 2 * neededBytes
    );
  } catch {
    return false;
  }
}
