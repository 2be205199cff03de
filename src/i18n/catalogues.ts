import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendModule } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { type Language, defaultLanguage, isLanguage } from '#domain/languages.ts';

/** A file of messages: texts, or groups of texts one level deep. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Set by astro.config.mjs, because a bundled module does not know where its source stood. */
declare const catalogueFolder: string | undefined;

const read = new Map<string, Catalogue>();

/**
 * The messages of an area. A file that a translator has not delivered yet is answered in English while
 * developing; in a build and on a build machine (`CI`) it is an error that names the file.
 */
export function readCatalogue(language: Language, area: Area): Catalogue {
  const key = `${language}/${area}`;
  const known = read.get(key) ?? parse(language, area);
  read.set(key, known);
  return known;
}

/** All messages of a language as one text, to tell whether any of them has changed. */
export function catalogueText(language: Language): string {
  return JSON.stringify(areas.map((area) => readCatalogue(language, area)));
}

/** Gives the catalogues to i18next; synchronous, so that translating needs no waiting. */
export const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    try {
      done(null, { ...readCatalogue(checkedLanguage(language), checkedArea(area)) });
    } catch (error) {
      done(error as Error, null);
    }
  },
};

function parse(language: Language, area: Area): Catalogue {
  const file = fileOf(language, area);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  if (language !== defaultLanguage && mayBeIncomplete())
    return readCatalogue(defaultLanguage, area);
  if (mayBeIncomplete()) return {};
  throw new Error(`The messages src/i18n/${language}/${area}.json are missing`);
}

function fileOf(language: Language, area: Area): string {
  const folder = typeof catalogueFolder === 'string' ? catalogueFolder : import.meta.dirname;
  return join(folder, language, `${area}.json`);
}

function mayBeIncomplete(): boolean {
  return process.env['NODE_ENV'] !== 'production' && !process.env['CI'];
}

function checkedLanguage(value: string): Language {
  if (isLanguage(value)) return value;
  throw new Error(`There is no interface language “${value}”`);
}

function checkedArea(value: string): Area {
  const area = areas.find((name) => name === value);
  if (area) return area;
  throw new Error(`There is no area of messages “${value}”`);
}
