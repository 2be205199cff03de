import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const shipped = `node-${process.platform}-${process.arch}`;
const { platform, arch } = process;

let folder: string;

/** Instead of npm: writes down which Node was to run it, and installs the Node if only that is wanted. */
const npm = `#!/bin/sh
echo "$(command -v node) $*" >> "$CALLS"
case "$PWD" in
  */dolores-node-*)
    mkdir -p node_modules/${shipped}/bin
    ln -s "${process.execPath}" node_modules/${shipped}/bin/node ;;
esac
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolores-install-test-'));
  cpSync('scripts/bootstrap', join(folder, 'scripts/bootstrap'), { recursive: true });
  cpSync('scripts/install.mjs', join(folder, 'scripts/install.mjs'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), npm);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  write('package-lock.json', packages);
});

afterEach(() => rmSync(folder, { recursive: true }));

const packages = {
  '': {},
  [`node_modules/${shipped}`]: { version: '24.0.0', optional: true },
  'node_modules/plain': { version: '1.0.0' },
  'node_modules/native-here': {
    version: '1.0.0',
    optional: true,
    os: [platform],
    cpu: [arch],
    engines: { node: '>=20' },
  },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, os: ['plan9'], cpu: [arch] },
};

function write(name: string, written: object): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify({ packages: written }));
}

/** Runs the script as this version of Node. Returns what npm was asked to do, by which Node. */
function install(version: string): string[] {
  const calls = join(folder, 'calls');
  const pretended = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, 'scripts/install.mjs'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
        CALLS: calls,
        TMPDIR: folder,
      },
    },
  );
  expect([status, stderr]).toEqual([0, '']);
  try {
    return readFileSync(calls, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

describe('the installation of packages', () => {
  it('is done by the Node of the lockfile if the own one is too old for some packages', () => {
    const [first = '', second = '', ...more] = install('18.20.4');
    expect(first).toMatch(/^\S+ ci --ignore-scripts/);
    expect(second).toMatch(
      new RegExp(`/dolores-node-\\w+/node_modules/${shipped}/bin/node ci .*--omit=dev`),
    );
    expect(more).toEqual([]);
  });

  it('is done by the own Node if that is new enough', () => {
    const calls = install('24.0.0');
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toContain('dolores-node-');
  });

  it('is done again if an old Node left out a package for this platform', () => {
    const { 'node_modules/native-here': native, ...others } = packages;
    write('node_modules/.package-lock.json', others);
    expect(install('24.0.0')).toHaveLength(1);
    rmSync(join(folder, 'calls'));
    rmSync(join(folder, 'node_modules/.dolores-install'));
    write('node_modules/.package-lock.json', { ...others, 'node_modules/native-here': native });
    expect(install('24.0.0')).toEqual([]);
  });
});
