import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../../src', import.meta.url));
const sheets = globSync('styles/pages/*.css', { cwd: source });
const code = globSync('{pages,layouts}/**/*.astro', { cwd: source });

describe.each(sheets)('%s', (sheet) => {
  const users = code.filter((file) => read(file).includes(`'#${sheet}'`));

  it('is on every page of some layout, and scans all of its files', () => {
    expect(users).not.toEqual([]);
    const scanned = new Set(sourcesOf(sheet).map((path) => relative(source, path)));
    const needed = [...closure(users)].filter(mentionsClasses);
    expect(needed.filter((file) => !scanned.has(file))).toEqual([]);
  });
});

it('every page of the site layout has a sheet', () => {
  const framed = code.filter((file) => read(file).includes("'#layouts/SiteLayout.astro'"));
  const bare = framed.filter((file) => !read(file).includes("'#styles/pages/"));
  expect(bare).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(source, file), 'utf8');
}

function mentionsClasses(file: string): boolean {
  return /\bclass(Name)?=/.test(read(file));
}

/** The files that a sheet and its imports name as sources of utilities. */
function sourcesOf(sheet: string): string[] {
  const folder = join(source, dirname(sheet));
  const text = read(sheet);
  const named = [...text.matchAll(/^@source '([^']+)';/gm)].flatMap(([, pattern = '']) =>
    globSync([pattern, `${pattern}/**`], { cwd: folder }).map((file) => join(folder, file)),
  );
  const imported = [...text.matchAll(/^@import '(\.[^']+)'/gm)].flatMap(([, file = '']) =>
    sourcesOf(join(dirname(sheet), file)),
  );
  return [...named, ...imported];
}

/** Files of pages, layouts, components, parts and islands that these ones import, and they themselves. */
function closure(files: readonly string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imports = read(file).matchAll(
      /'#((?:layouts|components|islands|parts)\/[^']+\.(?:astro|tsx|ts))'/g,
    );
    closure(
      [...imports].map(([, path = '']) => path),
      seen,
    );
  }
  return seen;
}
