import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = {
  version?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};

it('has an entry for every optional dependency, also of other platforms (scripts/complete-lock.mjs adds them)', () => {
  const names = new Set(
    Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  );
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});

it('has the hash of every archive, also of other platforms (scripts/complete-lock.mjs adds them)', () => {
  const unhashed = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !entry.integrity?.startsWith('sha512-'),
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

it('pins every direct dependency exactly', () => {
  const root = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(root[kind] ?? {}),
  );
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

it('lists every package that the product imports where production installs it', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const imported = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|\}) (?!type ).*'(@?[a-z][^':]*)';$/gm)].map(
      ([, path = '']) =>
        path
          .split('/')
          .slice(0, path.startsWith('@') ? 2 : 1)
          .join('/'),
    ),
  );
  expect(new Set(imported).size).toBeGreaterThan(20);
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([]);
});
