// Run after every change of the lockfile: `node scripts/complete-lock.mjs`.
//
// `npm ci` needs an entry for every optional dependency in the lockfile, also for other platforms. If a registry does not
// have all of them, npm leaves their entries out, and the next clean install refuses the lockfile. This script adds the
// missing entries with the fields by which npm skips them on other platforms: version, os, cpu and libc.
//
// Entries without the hash of their archive, which npm leaves out in the same cases, get it from the registry.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingEntries(lock.packages);
lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...missing }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  ),
);
const hashed = await addHashes(lock.packages);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} entries and ${hashed} hashes added`);

/** Adds the hash of the archive, and the licence, to each entry that lacks the hash. Returns how many it added. */
async function addHashes(packages) {
  const incomplete = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== '' && !link && integrity === undefined,
  );
  for (const [path, entry] of incomplete) {
    const { version, ...others } = entry;
    const name = path.split('node_modules/').at(-1);
    packages[path] = { version, ...(await archiveOf(`${name}@${version}`)), ...others };
  }
  return incomplete.length;
}

/** Returns the hash of a package's archive, and its licence. Throws if the registry has no such package. */
async function archiveOf(spec) {
  const { stdout } = await promisify(execFile)('npm', ['view', '--json', spec]);
  const { dist, license } = JSON.parse(stdout);
  return { integrity: dist.integrity, license };
}

/** Returns the missing entries of optional dependencies by their path in `node_modules`. */
function missingEntries(packages) {
  const added = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInstalled(packages, path, name)) continue;
      const nested = packages[`node_modules/${name}`] !== undefined;
      const location = nested ? `${path}/node_modules/${name}` : `node_modules/${name}`;
      added[location] = platformEntry(name, version, entry);
    }
  }
  return added;
}

/** Whether Node finds a package from a path: in its own `node_modules` or in one above. */
function isInstalled(packages, from, name) {
  const folders = from.split('/node_modules/');
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const base = folders.slice(0, depth).join('/node_modules/');
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/** Returns the entry of a package for another platform, derived from its name (`@esbuild/linux-arm64`). */
function platformEntry(name, version, { dev, devOptional }) {
  const words = name.replace('windows', 'win32').split(/[^a-z0-9]+/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor)) ?? oddProcessor(words);
  if (!/^[\^~]?\d+\.\d+\.\d+/.test(version) || (os === undefined && cpu !== 'wasm32')) {
    throw new Error(`${name}@${version} names no platform: is it missing for another reason?`);
  }
  return {
    version: version.replace(/^[\^~]/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(devOptional && { devOptional }),
    ...(os === 'linux' && words.includes('musl') && { libc: ['musl'] }),
    ...(os === 'linux' && words.includes('gnu') && { libc: ['glibc'] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

function oddProcessor(words) {
  if (words.some((word) => /^(armv6|armv7|gnueabihf|musleabihf)$/.test(word))) return 'arm';
  if (words.includes('64')) return 'x64';
  return words.includes('32') ? 'ia32' : undefined;
}
