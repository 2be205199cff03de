// Plain JavaScript for Node 18 or newer. Needs installed packages.
import { findBrowser, findInPath, installPackages } from './browser.mjs';

/**
 * Finds the programs of Firefox and WebKit, or installs Debian's packages of them. Prints a line for each engine that
 * the system does not have.
 * @param {NodeJS.ProcessEnv} env environment for the programs that install
 * @returns {Engines}
 * @typedef {{ chromium?: string, firefox?: string, webKit?: { driver: string, display: string } }} Engines paths of the
 * programs; WebKit's driver brings its browser, and needs a display
 */
export function findEngines(env) {
  const firefox = findFirefox() ?? install(['firefox-esr'], env, findFirefox);
  const webKit = findWebKit() ?? install(['webkit2gtk-driver', 'xvfb'], env, findWebKit);
  const engines = { chromium: findBrowser(env), firefox, webKit };
  for (const [engine, name, needed] of [
    ['chromium', 'Chromium', 'Chromium or Chrome (or CHROMIUM_PATH)'],
    ['firefox', 'Firefox', 'firefox-esr or firefox'],
    ['webKit', 'WebKit', 'WebKitWebDriver with Xvfb (Debian: webkit2gtk-driver and xvfb)'],
  ]) {
    if (engines[engine] === undefined) console.log(`Skips ${name}: ${needed} is not here`);
  }
  return engines;
}

function findFirefox() {
  return findInPath(['firefox-esr', 'firefox']);
}

function findWebKit() {
  const driver = findInPath(['WebKitWebDriver'], '--help');
  const display = findInPath(['Xvfb'], '-help');
  return driver !== undefined && display !== undefined ? { driver, display } : undefined;
}

function install(packages, env, find) {
  installPackages(packages, env);
  return find();
}
