// Plain JavaScript for Node 18 or newer. Needs installed packages.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { root } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const installLimitMs = 5 * 60_000;

/** Chromium without a window, a package of Debian. */
const headlessShell = 'chromium-headless-shell';
const shellInstallLimitMs = 60_000;

/**
 * Finds a Chromium or Chrome, or installs one: first an installed browser, then Playwright's, then the package of the
 * system.
 * @param {NodeJS.ProcessEnv} env environment for the programs that install
 * @returns {string | undefined} path of the program
 */
export function findBrowser(env) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return works(named) ? named : undefined;
  return findInPath() ?? playwrights() ?? installPlaywrights(env) ?? installPackage(env);
}

/**
 * Finds the browser for end-to-end tests. The headless shell needs a fifth less processor time, so it is used if Debian has
 * it in the version of the installed Chromium. Otherwise the same as `findBrowser`.
 * @param {NodeJS.ProcessEnv} env environment for the programs that install
 * @returns {string | undefined} path of the program
 */
export function findHeadlessBrowser(env) {
  if (process.env.CHROMIUM_PATH) return findBrowser(env);
  const found = findBrowser(env);
  if (found === undefined) return undefined;
  return findInPath([headlessShell]) ?? installShell(env) ?? found;
}

/** Installs the shell in exactly the version of Chromium, because they share files. Upgrades nothing. */
function installShell(env) {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  const version = outputOf('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'], env);
  if (version === '') return undefined;
  const known = outputOf('apt-cache', ['madison', headlessShell], env);
  if (!known.includes(` ${version} `)) return undefined;
  console.log(`Installing a faster browser for the tests (apt-get install ${headlessShell})`);
  const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  const requested = ['--no-install-recommends', `${headlessShell}=${version}`];
  run('apt-get', ['install', '-y', ...impatient, ...requested], quiet(env), shellInstallLimitMs);
  return findInPath([headlessShell]);
}

/**
 * Returns the path of the first of these programs that works.
 * @param {string[]} wanted
 * @param {string} option an option with which they only print something
 * @returns {string | undefined}
 */
export function findInPath(requested = names, option = '--version') {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => requested.map((name) => join(folder, name)));
  const known = requested === names ? [...paths, macChrome] : paths;
  return known.find((path) => works(path, option));
}

function playwrights() {
  const { chromium } = createRequire(join(root, 'package.json'))('playwright');
  const path = chromium.executablePath();
  return works(path) ? path : undefined;
}

function installPlaywrights(env) {
  console.log('Installing a browser for the tests (Playwright’s Chromium)');
  const playwright = join(root, 'node_modules/.bin/playwright');
  run(playwright, ['install', 'chromium'], env);
  return playwrights();
}

function installPackage(env) {
  installPackages(['chromium'], env);
  return findInPath();
}

/**
 * Installs packages of Debian for the tests, if this process is allowed to. Prints why it failed.
 * @param {string[]} packages
 * @param {NodeJS.ProcessEnv} env environment for apt-get
 */
export function installPackages(packages, env) {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return;
  console.log(`Installing a browser for the tests (apt-get install ${packages.join(' ')})`);
  run('apt-get', ['update'], quiet(env));
  run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quiet(env));
}

function quiet(env) {
  return { ...env, DEBIAN_FRONTEND: 'noninteractive' };
}

/** Returns the output of a program, or an empty text if it fails or is missing. */
function outputOf(file, args, env) {
  const { status, stdout } = spawnSync(file, args, { env, encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? stdout.trim() : '';
}

function run(file, args, env, timeout = installLimitMs) {
  const options = { cwd: root, env, encoding: 'utf8', timeout };
  const { error, status, stderr } = spawnSync(file, args, options);
  if (status === 0) return;
  const [reason] = (error?.message ?? stderr).trim().split('\n', 1);
  console.log(`  ${file} ${args[0]} failed: ${reason}`);
}

/** Starts the program once, because the file may be a stub, or its libraries may be missing. */
function works(path, option = '--version') {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, [option], { timeout: 30_000 }).status === 0;
}
