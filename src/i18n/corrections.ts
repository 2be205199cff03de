import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, areas } from '#i18n/areas.ts';
import { messageProblem } from '#i18n/messageProblem.ts';
import { type Catalogue, shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage, languages } from '#domain/languages.ts';

/** An operator's replacements of shipped messages. */
export type Corrections = {
  /** By `{language}/{area}`, the texts that are right: by `key` or `group.key`. */
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The problems: sentences that name file and key. */
  problems: readonly string[];
};

export const noCorrections: Corrections = { texts: new Map(), problems: [] };

const mostBytes = 200_000;
const deepest = 5;

/**
 * Reads the files `{language}/{area}.json` of a folder, of the shape of the shipped ones, with nothing but the keys to
 * replace. A folder that is not there corrects nothing.
 */
export function readCorrections(folder: string): Corrections {
  const texts = new Map<string, ReadonlyMap<string, string>>();
  const problems: string[] = [];
  for (const language of namesIn(folder, problems)) {
    if (!isLanguage(language)) {
      problems.push(
        `${join(folder, language)} is no language of the interface: ${languages.join(', ')}`,
      );
      continue;
    }
    for (const name of namesIn(join(folder, language), problems)) {
      const file = join(folder, language, name);
      const area = areas.find((one) => `${one}.json` === name);
      if (area === undefined) problems.push(`${file} is no area of messages: ${areas.join(', ')}`);
      else texts.set(`${language}/${area}`, readFile(file, language, area, problems));
    }
  }
  return { texts, problems };
}

/** A catalogue with its corrections, by `key` or `group.key`. */
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

/** The texts of a file of messages by `key` or `group.key`; what is no text is answered as it is. */
export function textsOf(
  catalogue: Readonly<Record<string, unknown>>,
  depth = 0,
): [string, unknown][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, unknown][] =>
    isGroup(value) && depth < deepest
      ? textsOf(value, depth + 1).map(([inner, text]) => [`${key}.${inner}`, text])
      : [[key, value]],
  );
}

/** Files that editors and file systems leave there are ignored. */
function namesIn(folder: string, problems: string[]): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !/^\.|~$|\.tmp$/.test(name))
      .toSorted();
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
  const right = new Map<string, string>();
  const content = contentOf(file);
  if (typeof content === 'string') {
    problems.push(content);
    return right;
  }
  const shipped = new Map(textsOf(shippedCatalogue(language, area)));
  for (const [key, text] of textsOf(content)) {
    const problem = messageProblem(text, shipped.get(key));
    if (problem === undefined) right.set(key, text as string);
    else problems.push(`${file}: ${key} ${problem}`);
  }
  return right;
}

/** The object in a file, or what is wrong with the file. */
function contentOf(file: string): Readonly<Record<string, unknown>> | string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return `${file} is no file`;
    if (stats.size > mostBytes) return `${file} is over ${mostBytes / 1_000} KB`;
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isGroup(content) ? content : `${file} is no JSON object`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${file} is no JSON: ${error.message}`;
    return `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`;
  }
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
