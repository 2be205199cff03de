import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Area, areas } from '#i18n/areas.ts';
import { type DynamicKeys, dynamicKeys } from './dynamicKeys.ts';
import { type Finding, type Texts, stemOf } from './finding.ts';

/** The text of source files by path. */
export type Sources = ReadonlyMap<string, string>;

const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url));

/** Returns all source files that may use a message. */
export function readSources(): Sources {
  const entries = readdirSync(sourceFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|astro)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => [join('src', relative(sourceFolder, file)), readFileSync(file, 'utf8')]),
  );
}

/**
 * Finds keys that no source file uses, and used keys that do not exist. A key is used if a source file contains it in
 * quotes: in full, or without its area in a file that uses a translator of that area. Composed keys must be in the table.
 */
export function findUnused(
  english: Texts,
  sources: Sources = readSources(),
  table: DynamicKeys = dynamicKeys,
): Finding[] {
  const stems = new Set([...english.keys()].map(stemOf));
  const files = [...sources].map(([path, text]) => readFile(path, text));
  return [
    ...[...stems].filter((key) => !isUsed(key, files, table)).map(unused),
    ...files.flatMap((file) => findUnknownCalls(file, stems)),
    ...files.flatMap((file) => findUndeclared(file, stems, table)),
    ...Object.entries(table).flatMap(([prefix, names]) => findUnnamed(prefix, names, stems)),
  ];
}

type SourceFile = {
  path: string;
  text: string;
  /** Quoted texts that may be keys. */
  quoted: ReadonlySet<string>;
  /** Areas whose messages it uses. */
  areas: readonly Area[];
  /** Areas by the name of the translator, such as `t`. */
  translators: ReadonlyMap<string, readonly string[]>;
};

function readFile(path: string, text: string): SourceFile {
  const quoted = [...text.matchAll(/['"]([\w-]+(?:\.[\w-]+)*)['"]/g)].map(([, key = '']) => key);
  const calls = [...text.matchAll(/(?:translator|pickMessages|hasMessage)\([^)]*\)/g)].join('\n');
  const translators = new Map<string, string[]>();
  for (const [, name = '', area = ''] of text.matchAll(
    /const\s+(\w+)\s*=\s*translator\([^()]*'(\w+)'\)(?!\()/g,
  )) {
    translators.set(name, [...(translators.get(name) ?? []), area]);
  }
  const own = areas.filter((area) => calls.includes(`'${area}'`));
  return { path, text, quoted: new Set(quoted), areas: own, translators };
}

function isUsed(key: string, files: readonly SourceFile[], table: DynamicKeys): boolean {
  const area = areas.find((name) => key.startsWith(`${name}.`));
  const short = key.slice((area?.length ?? -1) + 1);
  const isQuoted = files.some(
    (file) =>
      file.quoted.has(key) ||
      (area !== undefined && file.areas.includes(area) && file.quoted.has(short)),
  );
  return (
    isQuoted || Object.entries(table).some(([prefix, names]) => isComposed(key, prefix, names))
  );
}

function isComposed(key: string, prefix: string, names: DynamicKeys[string]): boolean {
  if (!key.startsWith(prefix)) return false;
  return names === 'any' || names.includes(key.slice(prefix.length));
}

/** Finds calls of a translator with a key that does not exist. */
function findUnknownCalls({ path, text, translators }: SourceFile, stems: ReadonlySet<string>) {
  const found: Finding[] = [];
  const check = (key: string, of: readonly string[]) => {
    if (of.some((area) => stems.has(`${area}.${key}`)) || stems.has(key)) return;
    found.push(missing(of.length === 1 ? `${of[0]}.${key}` : key, `is asked for in ${path}`));
  };
  for (const [, area = '', key = ''] of text.matchAll(
    /translator\([^()]*'(\w+)'\)\(\s*'([\w.-]+)'/g,
  )) {
    check(key, [area]);
  }
  for (const [, name = '', key = ''] of text.matchAll(/\b(\w+)\(\s*'([\w-]+(?:\.[\w-]+)*)'/g)) {
    const of = translators.get(name);
    const isFull = areas.some((area) => key.startsWith(`${area}.`));
    if (of) check(key, of);
    else if (isFull && /^(t|say|message|notify)$/.test(name)) check(key, []);
  }
  return found;
}

/** Finds composed keys that are not in the table. */
function findUndeclared(
  { path, text, areas: own }: SourceFile,
  stems: ReadonlySet<string>,
  table: DynamicKeys,
): Finding[] {
  const heads = [...text.matchAll(/`((?:[\w-]+\.)+)\$\{/g)].map(([, head = '']) => head);
  return heads.flatMap((head) => {
    const full = [head, ...own.map((area) => `${area}.${head}`)].filter((prefix) =>
      [...stems].some((key) => key.startsWith(prefix)),
    );
    if (full.length === 0 || full.some((prefix) => prefix in table)) return [];
    const problem = `is put together in ${path}, but is not in the table of such keys (dynamicKeys.ts)`;
    return [missing(`${full[0]}…`, problem)];
  });
}

/** Finds names of the table without a message. */
function findUnnamed(
  prefix: string,
  names: DynamicKeys[string],
  stems: ReadonlySet<string>,
): Finding[] {
  if (names === 'any') return [];
  return names
    .filter((name) => !stems.has(prefix + name))
    .map((name) => missing(prefix + name, 'is asked for by what data name (dynamicKeys.ts)'));
}

function unused(message: string): Finding {
  return {
    kind: 'unused',
    language: undefined,
    message,
    problem: 'is asked for by no source file',
  };
}

function missing(message: string, problem: string): Finding {
  return { kind: 'missing', language: undefined, message, problem };
}
