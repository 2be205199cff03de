// Plain JavaScript for Node 18 or newer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './install.mjs';
import { isNewEnough, oldest } from './newEnough.mjs';

/**
 * Returns the Node that runs everything but these scripts: the current one if it is new enough, otherwise the one that npm
 * installed. If there is none, prints an error and ends the process.
 * @returns {string} path of the program
 */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const shipped = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(shipped) && spawnSync(shipped, ['--version']).status === 0) return shipped;
  console.error(
    `Node ${oldest} or newer is needed; this is ${process.version}, and npm brings no Node for ` +
      `${process.platform}-${process.arch} that runs here. Install one from https://nodejs.org.`,
  );
  return process.exit(1);
}
