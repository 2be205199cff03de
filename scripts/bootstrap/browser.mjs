// Plain JavaScript for any Node from 18 on; used when the packages are there.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { root } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const installLimitMs = 5 * 60_000;

/**
 * Finds a Chromium or Chrome, installing one when there is none: first what is there, then
 * Playwright's own, then the system's package.
 * @param {NodeJS.ProcessEnv} env environment for the programs that install
 * @returns {string | undefined} path of the program
 */
export function findBrowser(env) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return works(named) ? named : undefined;
  return findInPath() ?? playwrights() ?? installPlaywrights(env) ?? installPackage(env);
}

function findInPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, macChrome].find(works);
}

function playwrights() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
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
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined;
  console.log('Installing a browser for the tests (apt-get install chromium)');
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], quiet);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
  return findInPath();
}

function run(file, args, env) {
  const options = { cwd: root, env, encoding: 'utf8', timeout: installLimitMs };
  const { error, status, stderr } = spawnSync(file, args, options);
  if (status === 0) return;
  const [reason] = (error?.message ?? stderr).trim().split('\n', 1);
  console.log(`  ${file} ${args[0]} failed: ${reason}`);
}

/** Started once, because a file of that name may be a stub, or lack its libraries. */
function works(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}
