import { type Area, areas } from '#i18n/areas.ts';
import { textsOf } from '#i18n/corrections.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage, languages } from '#domain/languages/languages.ts';

/** A message of a language. `key` is `key` or `group.key` in the file of the area. */
export type MessageName = { language: Language; area: Area; key: string };

/** Parses a language and `area.key` as an operator types them. Throws an error that lists the valid names. */
export function readMessageName(language: string, path: string): MessageName {
  if (!isLanguage(language)) {
    throw new Error(`There is no language “${language}”: ${languages.join(', ')}`);
  }
  const [first, ...rest] = path.split('.');
  const area = areas.find((name) => name === first);
  if (area === undefined) throw new Error(`There is no area “${first}”: ${areas.join(', ')}`);
  return { language, area, key: rest.join('.') };
}

/**
 * Returns the shipped text of a message. Throws an error with a sentence for the operator when there is no such
 * message.
 */
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

/**
 * Returns the path of a text: the names of its groups and its own name, which may contain dots. Returns `undefined`
 * when there is no such text.
 */
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
