import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Area, areas } from '#i18n/areas.ts';
import { type DynamicKeys, dynamicKeys } from './dynamicKeys.ts';
import { type Finding, type Texts, stemOf } from './finding.ts';

/** The text of source files by path. */
export type Sources = ReadonlyMap<string, string>;

const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url));

/** All source files that may ask for a message. */
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
 * Keys that nothing asks for, and keys that are asked for and do not exist. Read from the text of the sources: a key is
 * asked for where it is quoted, in full or, in a file that speaks with its area, without the area; keys that are put
 * together must stand in the table of them.
 */
export function findUnused(
  english: Texts,
  sources: Sources = readSources(),
  table: readonly DynamicKeys[] = dynamicKeys,
): Finding[] {
  const stems = new Set([...english.keys()].map(stemOf));
  const files = [...sources].map(([path, text]) => readFile(path, text));
  return [
    ...[...stems].filter((key) => !isUsed(key, files, table)).map(unused),
    ...files.flatMap((file) => findUnknownCalls(file, stems)),
    ...files.flatMap((file) => findUndeclared(file, stems, table)),
    ...table.flatMap((entry) => findUnnamed(entry, stems)),
  ];
}

type SourceFile = {
  path: string;
  text: string;
  /** Texts in quotes that may be keys. */
  quoted: ReadonlySet<string>;
  /** Areas that it speaks with. */
  areas: readonly Area[];
  /** Names of functions that speak with an area. */
  speakers: ReadonlyMap<string, readonly string[]>;
};

function readFile(path: string, text: string): SourceFile {
  const quoted = [...text.matchAll(/['"]([\w-]+(?:\.[\w-]+)*)['"]/g)].map(([, key = '']) => key);
  const spoken = [...text.matchAll(/(?:translator|pickMessages|hasMessage)\([^)]*\)/g)].join('\n');
  const speakers = new Map<string, string[]>();
  for (const [, name = '', area = ''] of text.matchAll(
    /const\s+(\w+)\s*=\s*translator\([^()]*'(\w+)'\)(?!\()/g,
  )) {
    speakers.set(name, [...(speakers.get(name) ?? []), area]);
  }
  const own = areas.filter((area) => spoken.includes(`'${area}'`));
  return { path, text, quoted: new Set(quoted), areas: own, speakers };
}

function isUsed(key: string, files: readonly SourceFile[], table: readonly DynamicKeys[]): boolean {
  const area = areas.find((name) => key.startsWith(`${name}.`));
  const short = key.slice((area?.length ?? -1) + 1);
  const isQuoted = files.some(
    (file) =>
      file.quoted.has(key) ||
      (area !== undefined && file.areas.includes(area) && file.quoted.has(short)),
  );
  return isQuoted || table.some((entry) => makes(entry, key));
}

function makes({ prefix, names }: DynamicKeys, key: string): boolean {
  if (!key.startsWith(prefix)) return false;
  return names === 'any' || names.includes(key.slice(prefix.length));
}

/** Calls of a function that speaks with an area, or with all, for a key that there is not. */
function findUnknownCalls({ path, text, speakers }: SourceFile, stems: ReadonlySet<string>) {
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
    const of = speakers.get(name);
    const isFull = areas.some((area) => key.startsWith(`${area}.`));
    if (of) check(key, of);
    else if (isFull && /^(t|say|message|notify)$/.test(name)) check(key, []);
  }
  return found;
}

/** Keys that are put together, but are not in the table. */
function findUndeclared(
  { path, text, areas: own }: SourceFile,
  stems: ReadonlySet<string>,
  table: readonly DynamicKeys[],
): Finding[] {
  const heads = [...text.matchAll(/`((?:[\w-]+\.)+)\$\{/g)].map(([, head = '']) => head);
  return heads.flatMap((head) => {
    const full = [head, ...own.map((area) => `${area}.${head}`)].filter((prefix) =>
      [...stems].some((key) => key.startsWith(prefix)),
    );
    if (full.length === 0 || full.some((name) => table.some(({ prefix }) => prefix === name))) {
      return [];
    }
    const problem = `is put together in ${path}, but is not in the table of such keys (dynamicKeys.ts)`;
    return [missing(`${full[0]}…`, problem)];
  });
}

/** Names of the table that have no message. */
function findUnnamed({ prefix, names }: DynamicKeys, stems: ReadonlySet<string>): Finding[] {
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
