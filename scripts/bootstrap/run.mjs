// Plain JavaScript for Node 18 or newer.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import './trimEnvironment.mjs';
import { root } from './install.mjs';
import { findNode } from './node.mjs';

const parentPollMs = 250;

/**
 * Runs a server in a session of its own, and exits with its exit code. This process gets Ctrl-C twice (the terminal signals
 * the whole group, and npm forwards it), and passes it to the server once. If this process is killed with SIGKILL, the
 * server gets 'disconnect' on its IPC channel and stops.
 * @param {string} script path below the project's folder
 * @param {string[]} args
 */
export function runServer(script, args) {
  const options = { detached: true, stdio: [0, 1, 2, 'ipc'] };
  const child = startNode(serverFlags, script, args, options);
  const stop = once((signal) => child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  stopWithNpm(() => stop('SIGTERM'));
  endWith(child);
}

/**
 * Runs a command in this session, so that it can ask questions, and exits with its exit code.
 * @param {string} script path below the project's folder
 * @param {string[]} args
 */
export function runCommand(script, args) {
  const child = startNode(nodeFlags, script, args, { stdio: 'inherit' });
  // A terminal has already sent Ctrl-C to the command.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWith(child);
}

/**
 * Returns the environment for child processes: the chosen Node and the installed programs come first in PATH, and Astro's
 * telemetry is off.
 * @param {string} node path of the chosen Node
 */
export function environment(node) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ASTRO_TELEMETRY_DISABLED: '1' };
}

/** Node 22 warns about type stripping. `imports.mjs` makes imports faster. */
const commonFlags = [
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('imports.mjs', import.meta.url).href}`,
];

/** The options of Node for commands. With much memory Node would use over 100 MB for short-lived objects (semi-space). */
export const nodeFlags = ['--max-semi-space-size=16', ...commonFlags];

/**
 * Those of the server. It runs as one user: a command of another one would leave files in its cache that it cannot replace.
 * It runs for months: less semi-space saves 40 MB with 200 streams, and costs no time (`npm run bench:relay`).
 */
export const serverFlags = [
  `--import=${new URL('compileCache.mjs', import.meta.url).href}`,
  '--max-semi-space-size=4',
  ...commonFlags,
];

function startNode(flags, script, args, options) {
  const node = findNode();
  // After “--”, because Node would take an `--env-file` of the script for its own.
  const all = [...flags, '--', join(root, script), ...args];
  return spawn(node, all, { ...options, cwd: root, env: environment(node) });
}

/** Stops when npm was killed with SIGKILL, which only shows in a changed parent process. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), parentPollMs).unref();
}

function endWith(child) {
  child.on('error', ({ message }) => {
    console.error(message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function once(act) {
  let isDone = false;
  return (value) => {
    if (!isDone) act(value);
    isDone = true;
  };
}
