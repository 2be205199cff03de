// Plain JavaScript for any Node from 18 on, without a package: it runs before there are packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const modules = join(root, 'node_modules');
const marker = join(modules, '.dolores-install');

/**
 * Installs what package-lock.json says, unless it is there. Ends the process with npm's own words
 * when that fails.
 * @param {'runtime' | 'all'} scope what must be there: without or with the packages for development
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
 * The marker is the quick answer. Without one, what npm wrote down about the folder is compared, so
 * that an `npm ci` or `npm install` by hand is not done again.
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
  const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages;
  return Object.entries(wanted).every(([path, { dev, devOptional, optional, version }]) => {
    if (path === '' || optional || devOptional || (dev && scope === 'runtime')) return true;
    return there[path]?.version === version;
  });
}

async function install(scope) {
  const begun = Date.now();
  console.log('Installing the packages of package-lock.json (once, about a minute)');
  // Whoever starts the product will test it, too, and npm ci empties the folder under a running
  // server: so everything is installed at once, but in production.
  const whole = scope === 'all' || process.env.NODE_ENV !== 'production';
  const dev = whole ? '--include=dev' : '--omit=dev';
  const flags = ['--include=optional', dev, '--no-audit', '--no-fund', '--loglevel=error'];
  const progress = setInterval(() => console.log(`  still installing (${since(begun)} s)`), 20_000);
  const { code, output } = await runNpm(['ci', ...flags]);
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
    // A folder that belongs to somebody else is compared again next time.
  }
}

/** Runs npm quietly: the npm that runs us, else the one in PATH. */
function runNpm(args) {
  const ours = process.env.npm_execpath ?? '';
  const [file, first] = basename(ours) === 'npm-cli.js' ? [process.execPath, [ours]] : ['npm', []];
  return new Promise((resolve) => {
    const npm = spawn(file, [...first, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
 * Two first starts at once must not install into one folder. The lock is outside of node_modules,
 * which npm ci deletes.
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

/** Covers the platform too: a folder that was carried to another machine has the wrong binaries. */
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
