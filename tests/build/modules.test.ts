import { expect, it } from 'vitest';
import { openBuiltSite } from '../setup/builtSite.ts';

/** The names in braces: those before or after `as`. */
function namesIn(list: string, side: 'first' | 'last'): string[] {
  return list.split(',').map((item) => {
    const names = item.trim().split(' as ');
    return (side === 'first' ? names[0] : names.at(-1)) ?? '';
  });
}

it('imports only what the other file exports', async () => {
  const site = await openBuiltSite();
  const paths = Object.keys(site.manifest.files).filter((path) => /_astro\/.*\.js$/.test(path));
  const codes = new Map<string, string>();
  for (const path of paths) codes.set(path.replace(/^.*\//, ''), await site.text(path));
  const exportsOf = (file: string): string[] =>
    [...(codes.get(file) ?? '').matchAll(/\bexport\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      namesIn(list, 'last'),
    );
  const imports = [...codes].flatMap(([from, code]) =>
    [...code.matchAll(/\bimport\{([^}]*)\}from["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
      ([, list = '', file = '']) => ({ from, file, names: namesIn(list, 'first') }),
    ),
  );
  expect(imports.length).toBeGreaterThan(100);
  const missing = imports.flatMap(({ from, file, names }) => {
    const exported = new Set(exportsOf(file));
    return names.filter((name) => !exported.has(name)).map((name) => `${from}: ${name} of ${file}`);
  });
  expect(missing).toEqual([]);
});
