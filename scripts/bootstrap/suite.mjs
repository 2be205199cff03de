// Plain JavaScript for any Node from 18 on; used when the packages are there.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { failuresOfPlaywright } from './failures.mjs';
import { root } from './install.mjs';

const killAfterMs = 15_000;
const pipeGraceMs = 2_000;
const vitestReporter = './scripts/bootstrap/vitestReporter.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 * @typedef {{ name: string, limitMinutes: number, needsBrowser?: boolean,
 *   checks?: string[][], vitest?: string, files?: string[], playwright?: boolean,
 *   environment?: Record<string, string> }} Suite
 *   `files` are parts of the names of test files, where not all of a project run
 */

/**
 * Runs one suite to its end, or to the end of its time.
 * @param {Suite} suite
 * @param {{ env: NodeJS.ProcessEnv, folder: string, signal: AbortSignal,
 *   print?: (text: string) => void }} context
 *   `folder` takes the machine-readable reports; `print` takes the output of a suite beside which
 *   others run
 * @returns {Promise<Counts>}
 */
export async function runSuite(suite, { env, folder, signal, print }) {
  const deadline = Date.now() + suite.limitMinutes * 60_000;
  const run = (command, more = {}) =>
    runUntil(deadline, command, { env: { ...env, ...suite.environment, ...more }, signal, print });
  if (suite.checks !== undefined) return runChecks(suite.checks, run, print ?? writeOut);
  const report = join(folder, `${suite.name}.json`);
  if (suite.playwright) {
    const ok = await run(['playwright', 'test', '--pass-with-no-tests'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    return settle(countPlaywright(read(report)), ok, suite);
  }
  const reporters = ['--reporter=default', `--reporter=${vitestReporter}`];
  const files = (suite.files ?? []).map((name) => `/${name}.test.`);
  const project = [...files, '--project', suite.vitest, '--passWithNoTests'];
  const ok = await run(['vitest', 'run', ...project, ...reporters], { VITEST_REPORT: report });
  return settle(read(report), ok, suite);
}

/** Each check counts as one. */
async function runChecks(checks, run, print) {
  const counts = nothing();
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

/** A runner that ended badly without naming a failure has failed once: no silence may look green. */
function settle(counts = nothing(), ok, { name }) {
  if (ok || counts.failed > 0) return counts;
  const failures = [...counts.failures, `${name} ended badly, and names no failed test`];
  return { ...counts, failed: 1, failures };
}

/** @returns {Counts} what nothing has been added to yet */
export function nothing() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** The program gets a process group, so that its time can end for its children as well. */
function runUntil(deadline, [name, ...args], { env, signal, print }) {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const file = name === 'node' ? name : join(root, 'node_modules/.bin', name);
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
      (print ?? writeOut)(`Out of time: ${name} is stopped\n`);
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
    // What it printed may arrive after its end; a grandchild that keeps the pipe is not waited for.
    child.on('close', (code) => end(code === 0));
    child.on('exit', (code) => setTimeout(end, pipeGraceMs, code === 0).unref());
  });
}

function writeOut(text) {
  process.stdout.write(text);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
