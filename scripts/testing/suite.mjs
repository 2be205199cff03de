// Plain JavaScript for Node 18 or newer. Needs installed packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../bootstrap/install.mjs';
import { failuresOfPlaywright } from './failures.mjs';

const killAfterMs = 15_000;
const pipeGraceMs = 2_000;
const niceness = '5';
const vitestReporter = './scripts/testing/vitestReporter.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 * @typedef {{ name: string, limitMinutes: number, needsBrowser?: boolean, isPatient?: boolean,
 *   checks?: string[][], vitest?: string, files?: string[], playwright?: boolean,
 *   related?: string[], environment?: Record<string, string> }} Suite
 *   `files` are names of test files, if only some of a project run; `related` are files, if only they and the
 *   tests run that import them; `isPatient` suites leave the processors to
 *   the others, whose tests wait for states with a time limit
 */

/**
 * Runs one suite until it ends, or until its time limit.
 * @param {Suite} suite
 * @param {{ env: NodeJS.ProcessEnv, folder: string, signal: AbortSignal, onProcessEnd: () => void,
 *   print?: (text: string) => void }} context
 *   `folder` is for the machine-readable reports; `print` receives the output if other suites run at the same time;
 *   `onProcessEnd` is called directly after each process of the suite has ended
 * @returns {Promise<Counts>}
 */
export async function runSuite(suite, { env, folder, signal, onProcessEnd, print }) {
  const deadline = Date.now() + suite.limitMinutes * 60_000;
  const { isPatient } = suite;
  const run = (command, more = {}) => {
    const environment = { ...env, ...suite.environment, ...more };
    return runUntil(deadline, command, {
      env: environment,
      signal,
      print,
      isPatient,
      onProcessEnd,
    });
  };
  if (suite.checks !== undefined) return runChecks(suite.checks, run, print ?? writeOut);
  const report = join(folder, `${suite.name}.json`);
  const files = (suite.files ?? []).map((name) => `/${name}.test.`);
  if (suite.playwright) {
    const ok = await run(['playwright', 'test', ...files, '--pass-with-no-tests'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    return settle(countPlaywright(read(report)), ok, suite);
  }
  const reporters = ['--reporter=default', `--reporter=${vitestReporter}`];
  const chosen =
    suite.related === undefined ? ['run', ...files] : ['related', '--run', ...suite.related];
  const project = ['--project', suite.vitest, '--passWithNoTests'];
  const command = ['vitest', ...chosen, ...project, ...reporters];
  const ok = await run(command, { VITEST_REPORT: report });
  return settle(read(report), ok, suite);
}

/** Each check counts as one. */
async function runChecks(checks, run, print) {
  const counts = noCounts();
  for (const command of checks) {
    const ok = await run(command);
    print(`${ok ? 'passed' : 'FAILED'}: ${command.join(' ')}\n`);
    counts[ok ? 'passed' : 'failed'] += 1;
    if (!ok) counts.failures.push(command.join(' '));
  }
  return counts;
}

function countPlaywright(report) {
  if (report === undefined) return undefined;
  const { expected, flaky, skipped, unexpected } = report.stats;
  const failures = failuresOfPlaywright(report);
  return { passed: expected + flaky, failed: unexpected, skipped, failures };
}

/** Counts one failure if the runner failed without reporting one, so that it cannot look successful. */
function settle(counts = noCounts(), ok, { name }) {
  if (ok || counts.failed > 0) return counts;
  const failures = [...counts.failures, `${name} ended badly, and names no failed test`];
  return { ...counts, failed: 1, failures };
}

/** @returns {Counts} counts of zero */
export function noCounts() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** Runs a program until the deadline, in a process group of its own, so that its children are stopped with it. */
function runUntil(deadline, command, { env, signal, print, isPatient, onProcessEnd }) {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const [name] = command;
    const [file, ...args] = commandLine(command, isPatient);
    const stdio = print === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(file, args, { cwd: root, env, stdio, detached: true });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', print);
    const kill = (how) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, how);
      } catch {
        // The group has ended.
      }
    };
    const stop = () => {
      kill('SIGTERM');
      setTimeout(kill, killAfterMs, 'SIGKILL').unref();
    };
    const timer = setTimeout(() => {
      (print ?? writeOut)(`Out of time: stopping ${name}\n`);
      stop();
    }, deadline - Date.now());
    signal.addEventListener('abort', stop, { once: true });
    const end = (ok) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(ok);
    };
    child.on('error', ({ message }) => {
      (print ?? writeOut)(`${message}\n`);
      end(false);
    });
    // Output may arrive after the exit. But do not wait for a grandchild that keeps the pipe open.
    child.on('close', (code) => end(code === 0));
    child.on('exit', (code) => {
      onProcessEnd();
      setTimeout(end, pipeGraceMs, code === 0).unref();
    });
  });
}

function commandLine([name, ...args], isPatient) {
  const file = name === 'node' ? name : join(root, 'node_modules/.bin', name);
  return isPatient ? ['nice', '-n', niceness, file, ...args] : [file, ...args];
}

function writeOut(text) {
  process.stdout.write(text);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
