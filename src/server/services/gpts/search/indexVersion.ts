import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTrusted } from '#domain/json.ts';
import type { EditorWords } from '#server/services/gpts/search/editorWords.ts';

/** Folders and files of the code that computes an index, relative to `src`. */
const code = [
  'server/services/gpts/search',
  'server/db/queries/gptExamples.ts',
  'server/db/queries/searchedCatalogue.ts',
  'domain/gpts',
  'domain/languages',
  'domain/texts',
];

/** Packages that make terms of words. */
const packages = ['@orama/stemmers', 'opencc-js'];

const source = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Returns a digest of everything that an index depends on, except the catalogue: the code, the packages, the editors'
 * words, and Node with its dictionary of words.
 */
export function indexVersion({ groups }: EditorWords): string {
  const hash = createHash('sha256').update(`${process.version} ${process.versions.icu}`);
  for (const file of code.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(readFileSync(join(source, file)));
  }
  const text = readFileSync(join(source, '../package.json'), 'utf8');
  const { dependencies } = parseTrusted<{ dependencies: Record<string, string> }>(text);
  for (const name of packages) hash.update(`${name} ${dependencies[name]}\0`);
  for (const [name, { words, ...group }] of groups) {
    hash.update(JSON.stringify([name, group, [...words]]));
  }
  return hash.digest('base64url');
}

function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  const names = readdirSync(join(source, path)).filter((name) => name.endsWith('.ts'));
  return names.toSorted().map((name) => `${path}/${name}`);
}
