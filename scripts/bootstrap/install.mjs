// Plain JavaScript for Node 18 or newer, without packages: it runs before they are installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { isNewEnough } from './newEnough.mjs';
import { runNpm, withShippedNode } from './npm.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const modules = join(root, 'node_modules');
const marker = join(modules, '.dolores-install');

/**
 * Installs the packages of package-lock.json unless they are installed. If that fails, prints the output of npm and ends
 * the process.
 * @param {'runtime' | 'all'} scope without or with the packages for development
 */
export async function ensureInstalled(scope) {
  if (isInstalled(scope)) return;
  const unlock = await lock();
  try {
    if (!isInstalled(scope)) await install(scope);
  } finally {
    unlock();
  }
}

/**
 * Reads the marker file. Without one, compares npm's own record of the folder, so that packages that were installed by
 * hand are not installed again.
 */
function isInstalled(scope) {
  if (read(marker).split('\n').includes(fingerprint(scope))) return true;
  if (!holdsLockfile(scope)) return false;
  mark([scope]);
  return true;
}

function holdsLockfile(scope) {
  const written = read(join(modules, '.package-lock.json'));
  if (written === '') return false;
  const there = JSON.parse(written).packages;
  const requested = JSON.parse(read(join(root, 'package-lock.json'))).packages;
  return Object.entries(requested).every(([path, entry]) => {
    const { dev, devOptional, optional, version } = entry;
    if (path === '' || devOptional || (dev && scope === 'runtime')) return true;
    if (optional && !fits(entry)) return true;
    return there[path]?.version === version;
  });
}

/** Whether npm installs an optional package on this machine, unless its Node is too old. */
function fits({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false;
  if (!os.includes(process.platform) || !cpu.includes(process.arch)) return false;
  return libc === undefined || libc.includes(nameOfLibc());
}

function nameOfLibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

async function install(scope) {
  const begun = Date.now();
  console.log('Installing the packages of package-lock.json (once, about a minute)');
  // `npm ci` empties the folder, also under a running server. So everything is installed at once, except in production,
  // because the tests will need the packages for development.
  const whole = scope === 'all' || process.env.NODE_ENV !== 'production';
  const dev = whole ? '--include=dev' : '--omit=dev';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npmCi = (node) =>
    runNpm(['ci', '--include=optional', dev, '--ignore-scripts', ...quiet], root, node);
  const progress = setInterval(() => console.log(`  still installing (${since(begun)} s)`), 20_000);
  const { code, output } = isNewEnough(process.versions.node)
    ? await npmCi(process.execPath)
    : await withShippedNode(JSON.parse(read(join(root, 'package-lock.json'))), npmCi);
  clearInterval(progress);
  if (code !== 0) {
    console.error(output.trim());
    console.error('npm ci failed; its words are above. Nothing was started.');
    process.exit(1);
  }
  mark(whole ? ['runtime', 'all'] : ['runtime']);
  console.log(`Packages installed in ${since(begun)} s`);
}

function since(begun) {
  return Math.round((Date.now() - begun) / 1000);
}

function mark(scopes) {
  try {
    writeFileSync(marker, `${scopes.map(fingerprint).join('\n')}\n`);
  } catch {
    // The folder is not writable: it will be compared again next time.
  }
}

/**
 * Acquires a lock, so that two first starts do not install at the same time. The lock file is outside of node_modules, which
 * npm ci deletes. Returns a function that releases the lock.
 */
async function lock() {
  const file = join(tmpdir(), `dolores-install-${digest(root)}.lock`);
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      const unlock = () => rmSync(file, { force: true });
      process.once('exit', unlock);
      return unlock;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isGone(Number(read(file)))) rmSync(file, { force: true });
      else await wait(500);
    }
  }
}

function isGone(pid) {
  try {
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Contains the platform, because a folder copied from another machine has the wrong binaries. */
function fingerprint(scope) {
  const lockfile = read(join(root, 'package-lock.json'));
  return `${scope} ${process.platform}-${process.arch} ${digest(lockfile)}`;
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
