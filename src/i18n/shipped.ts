import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '#i18n/areas.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import { type Language, defaultLanguage } from '#domain/languages.ts';

/** A file of messages: texts, and groups of them. */
export type Catalogue = { readonly [key: string]: string | Catalogue };

const read = new Map<string, Catalogue>();

/**
 * The messages of an area as the product ships with them. A file that a translator has not delivered yet is answered in
 * English while developing; in a build and on a build machine (`CI`) it is an error that names the file.
 */
export function shippedCatalogue(language: Language, area: Area): Catalogue {
  const key = `${language}/${area}`;
  const known = read.get(key) ?? parse(language, area);
  read.set(key, known);
  return known;
}

function parse(language: Language, area: Area): Catalogue {
  const file = fileOf(language, area);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
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
