// Plain JavaScript for any Node from 18 on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { root } from './install.mjs';
import { findNode } from './node.mjs';

const parentLookMs = 250;

/**
 * Runs a server in a session of its own and ends as it ends. Ctrl-C comes to us twice (the terminal
 * signals the whole group, npm passes it on as well) and to the server once, from here.
 * When we are killed with -9 the server sees 'disconnect' on its IPC channel, and stops.
 * @param {string} script path below the project's folder
 * @param {string[]} args
 */
export function runServer(script, args) {
  const child = startNode(script, args, { detached: true, stdio: [0, 1, 2, 'ipc'] });
  const stop = once((signal) => child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  stopWithNpm(() => stop('SIGTERM'));
  endWith(child);
}

/**
 * Runs a command to its end in our own session, so that it may ask questions, and ends as it ends.
 * @param {string} script path below the project's folder
 * @param {string[]} args
 */
export function runCommand(script, args) {
  const child = startNode(script, args, { stdio: 'inherit' });
  // The terminal has sent Ctrl-C to the command already.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWith(child);
}

/**
 * Environment for programs of ours: the chosen Node and the installed programs come first in PATH,
 * and nothing reports home.
 * @param {string} node path of the chosen Node
 */
export function environment(node) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, ASTRO_TELEMETRY_DISABLED: '1' };
}

/**
 * What Node is told. Node 22 warns that it strips types; newer ones do not. On a machine with much memory Node takes
 * over 100 MB for what it throws away anyway. And packages are to be loaded without parsing what they say of themselves
 * again and again.
 */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=16',
  `--import=${new URL('imports.mjs', import.meta.url).href}`,
];

function startNode(script, args, options) {
  const node = findNode();
  const flags = [...nodeFlags, join(root, script)];
  return spawn(node, [...flags, ...args], { ...options, cwd: root, env: environment(node) });
}

/** An npm that was killed with -9 tells nobody: we notice that our parent has changed. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), parentLookMs).unref();
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
