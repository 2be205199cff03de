import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, areas } from '#i18n/areas.ts';
import { messageProblem } from '#i18n/messageProblem.ts';
import { type Catalogue, shippedCatalogue } from '#i18n/shipped.ts';
import { isForeignFile, withoutMark } from '#domain/site/foreignFiles.ts';
import { type Language, isLanguage, languages } from '#domain/languages/languages.ts';

/** An operator's replacements of shipped messages. */
export type Corrections = {
  /** The valid texts by `{language}/{area}`, then by `key` or `group.key`. */
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The problems of the others: sentences with file and key. */
  problems: readonly string[];
  /** Files and folders that systems and programs left there, which are not read: sentences with their path. */
  ignored: readonly string[];
};

export const noCorrections: Corrections = { texts: new Map(), problems: [], ignored: [] };

const maxBytes = 200_000;
const maxDepth = 5;

/**
 * Reads the corrections in a folder. Its files `{language}/{area}.json` have the structure of the shipped ones, with only
 * the keys to replace. A missing folder has no corrections.
 */
export function readCorrections(folder: string): Corrections {
  const texts = new Map<string, ReadonlyMap<string, string>>();
  const problems: string[] = [];
  const ignored: string[] = [];
  for (const language of namesIn(folder, problems, ignored)) {
    if (!isLanguage(language)) {
      problems.push(
        `${join(folder, language)} is no language of the interface: ${languages.join(', ')}`,
      );
      continue;
    }
    for (const name of namesIn(join(folder, language), problems, ignored)) {
      const file = join(folder, language, name);
      const area = areas.find((one) => `${one}.json` === name);
      if (area === undefined) problems.push(`${file} is no area of messages: ${areas.join(', ')}`);
      else texts.set(`${language}/${area}`, readFile(file, language, area, problems));
    }
  }
  return { texts, problems, ignored };
}

/** Returns a catalogue with its corrections, which are by `key` or `group.key`. */
export function correct(
  catalogue: Catalogue,
  corrections: ReadonlyMap<string, string> | undefined,
  group = '',
): Catalogue {
  if (corrections === undefined || corrections.size === 0) return catalogue;
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? (corrections.get(group + key) ?? value)
        : correct(value, corrections, `${group}${key}.`),
    ]),
  );
}

/**
 * Returns the texts of a file of messages by `key` or `group.key`. Values that are not texts are returned unchanged.
 */
export function textsOf(
  catalogue: Readonly<Record<string, unknown>>,
  depth = 0,
): [string, unknown][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, unknown][] =>
    isGroup(value) && depth < maxDepth
      ? textsOf(value, depth + 1).map(([inner, text]) => [`${key}.${inner}`, text])
      : [[key, value]],
  );
}

/** Files that are ignored without a message, because editors create and delete them. */
const silent = /^\.|~$|\.(?:tmp|swp)$/;

/** Returns the sorted names in a folder, without files of editors and file systems. */
function namesIn(folder: string, problems: string[], ignored: string[]): string[] {
  try {
    const names = readdirSync(folder).toSorted();
    const foreign = names.filter((name) => isForeignFile(name) && !silent.test(name));
    ignored.push(
      ...foreign.map((name) => `${join(folder, name)} is not read: it holds no messages`),
    );
    return names.filter((name) => !isForeignFile(name));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') problems.push(`${folder} cannot be read: ${code}`);
    return [];
  }
}

function readFile(
  file: string,
  language: Language,
  area: Area,
  problems: string[],
): ReadonlyMap<string, string> {
  const valid = new Map<string, string>();
  const content = contentOf(file);
  if (typeof content === 'string') {
    problems.push(content);
    return valid;
  }
  const shipped = new Map(textsOf(shippedCatalogue(language, area)));
  for (const [key, text] of textsOf(content)) {
    const problem = messageProblem(text, shipped.get(key));
    if (problem === undefined) valid.set(key, text as string);
    else problems.push(`${file}: ${key} ${problem}`);
  }
  return valid;
}

/** Returns the object in a file, or a sentence about the file's problem. */
function contentOf(file: string): Readonly<Record<string, unknown>> | string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return `${file} is no file`;
    if (stats.size > maxBytes) return `${file} is over ${maxBytes / 1_000} KB`;
    const content: unknown = JSON.parse(withoutMark(readFileSync(file, 'utf8')));
    return isGroup(content) ? content : `${file} is no JSON object`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${file} is no JSON: ${error.message}`;
    return `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`;
  }
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
