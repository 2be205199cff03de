// Plain JavaScript for any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './install.mjs';

const oldest = '22.22.0';

/**
 * The Node that runs everything but these scripts: ours when it is new enough, else the one that npm
 * installed. Ends the process with one sentence when there is none.
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

/** Node 23 is left out: it is past its end, and the packages do not claim to work there. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major === oldestMajor ? minor >= oldestMinor : major >= oldestMajor + 2;
}
