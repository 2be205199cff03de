import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '#i18n/areas.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { parseTrusted } from '#domain/json.ts';

/** A file of messages: texts, and groups of texts. */
export type Catalogue = { readonly [key: string]: string | Catalogue };

const read = new Map<string, Catalogue>();

/**
 * Returns the shipped messages of an area. In development, a missing file is replaced by the English one, because a
 * translator may not have delivered it yet. In a build and with `CI` set, it throws an error with the name of the file.
 */
export function shippedCatalogue(language: Language, area: Area): Catalogue {
  const key = `${language}/${area}`;
  const known = read.get(key) ?? parse(language, area);
  read.set(key, known);
  return known;
}

function parse(language: Language, area: Area): Catalogue {
  const file = fileOf(language, area);
  if (existsSync(file)) return parseTrusted(readFileSync(file, 'utf8'));
  if (language !== defaultLanguage && mayBeIncomplete())
    return shippedCatalogue(defaultLanguage, area);
  if (mayBeIncomplete()) return {};
  throw new Error(`The messages src/i18n/${language}/${area}.json are missing`);
}

function fileOf(language: Language, area: Area): string {
  return join(sourceFolder(), 'i18n', language, `${area}.json`);
}

function mayBeIncomplete(): boolean {
  return process.env['NODE_ENV'] !== 'production' && !process.env['CI'];
}
