// Plain JavaScript for Node 18 or newer, without packages: it runs before they are installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * Runs npm without output: the npm that runs this process, otherwise the one in PATH.
 * @param {string[]} args
 * @param {string} cwd
 * @param {string} node path of the Node that runs npm
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runNpm(args, cwd, node = process.execPath) {
  const ours = process.env.npm_execpath ?? '';
  const [file, first] = basename(ours) === 'npm-cli.js' ? [node, [ours]] : ['npm', []];
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const env = node === process.execPath ? process.env : { ...process.env, PATH: path };
  return new Promise((resolve) => {
    const npm = spawn(file, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => (output += chunk);
    npm.stdout.on('data', keep);
    npm.stderr.on('data', keep);
    const end = () => npm.kill('SIGTERM');
    process.once('SIGTERM', end);
    npm.on('error', ({ message }) => resolve({ code: 1, output: `npm cannot run: ${message}` }));
    npm.on('close', (code) => {
      process.removeListener('SIGTERM', end);
      resolve({ code, output });
    });
  });
}

/**
 * Installs only the Node of the lockfile, into a temporary folder, and passes it to a function that runs npm. An old Node
 * cannot install the rest: npm silently leaves out optional packages whose `engines` exclude the Node that runs npm, and some
 * programs for this platform are such packages.
 * @param {{ packages: Record<string, { version: string }> }} lockfile
 * @param {(node: string) => ReturnType<typeof runNpm>} use
 */
export async function withShippedNode(lockfile, use) {
  const name = `node-${process.platform}-${process.arch}`;
  const entry = lockfile.packages[`node_modules/${name}`];
  if (entry === undefined) return use(process.execPath);
  const folder = mkdtempSync(join(tmpdir(), 'dolores-node-'));
  try {
    const dependencies = { [name]: entry.version };
    write(folder, 'package.json', { private: true, dependencies });
    write(folder, 'package-lock.json', {
      lockfileVersion: 3,
      requires: true,
      packages: { '': { dependencies }, [`node_modules/${name}`]: entry },
    });
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const installed = await runNpm(['ci', ...flags], folder);
    if (installed.code !== 0) return installed;
    const node = join(folder, `node_modules/${name}/bin/node`);
    if (spawnSync(node, ['--version']).status === 0) return await use(node);
    console.log(`Node ${entry.version} of npm does not run in ${folder} (TMPDIR names another)`);
    return await use(process.execPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder, name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value));
}
