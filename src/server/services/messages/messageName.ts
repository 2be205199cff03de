import { type Area, areas } from '#i18n/areas.ts';
import { textsOf } from '#i18n/corrections.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage, languages } from '#domain/languages.ts';

/** A message of a language: `key` or `group.key` in one of its files. */
export type MessageName = { language: Language; area: Area; key: string };

/** Reads a language and `area.key` as an operator writes them. Throws a sentence that names what there is instead. */
export function readMessageName(language: string, path: string): MessageName {
  if (!isLanguage(language)) {
    throw new Error(`There is no language “${language}”: ${languages.join(', ')}`);
  }
  const [first, ...rest] = path.split('.');
  const area = areas.find((name) => name === first);
  if (area === undefined) throw new Error(`There is no area “${first}”: ${areas.join(', ')}`);
  return { language, area, key: rest.join('.') };
}

/** The text that the product ships with. Throws a sentence when there is no such message. */
export function shippedText({ language, area, key }: MessageName): string {
  const texts = new Map(textsOf(shippedCatalogue(language, area)));
  const text = texts.get(key);
  if (typeof text === 'string') return text;
  const forms = [...texts.keys()].filter((name) => name.startsWith(`${key}_`));
  const near = [...texts.keys()].filter((name) => name.startsWith(`${key}.`));
  const instead = [...forms, ...near].slice(0, 12).map((name) => `${area}.${name}`);
  throw new Error(
    instead.length > 0
      ? `${area}.${key} is no message, but these are: ${instead.join(', ')}`
      : `There is no message ${area}.${key}: see src/i18n/${language}/${area}.json`,
  );
}

/** The names of the groups that lead to a text, and its own, as names may have dots; `undefined` where there is none. */
export function pathIn(
  texts: Readonly<Record<string, unknown>>,
  key: string,
): string[] | undefined {
  for (const [name, value] of Object.entries(texts)) {
    if (name === key) return [name];
    if (!key.startsWith(`${name}.`) || typeof value !== 'object' || value === null) continue;
    const rest = pathIn(value as Readonly<Record<string, unknown>>, key.slice(name.length + 1));
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}
