import type { BackendModule } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { type Corrections, correct, noCorrections, readCorrections } from '#i18n/corrections.ts';
import { type Catalogue, shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage } from '#domain/languages/languages.ts';

const read = new Map<string, Catalogue>();
const listeners: (() => void)[] = [];
let corrections: Corrections | undefined;

/**
 * Returns the messages of an area with the operator's corrections. Throws the problems of the corrections in the folder
 * `MESSAGES_FOLDER`, unless `useCorrections` was called with others.
 */
export function readCatalogue(language: Language, area: Area): Catalogue {
  const key = `${language}/${area}`;
  corrections ??= givenCorrections();
  const known =
    read.get(key) ?? correct(shippedCatalogue(language, area), corrections.texts.get(key));
  read.set(key, known);
  return known;
}

/** Returns all messages of a language as one text, for detecting changes. */
export function catalogueText(language: Language): string {
  return JSON.stringify(areas.map((area) => readCatalogue(language, area)));
}

/** Replaces the corrections in the whole process. */
export function useCorrections(other: Corrections): void {
  corrections = other;
  read.clear();
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever values read from the catalogues become outdated. */
export function whenCataloguesChange(listener: () => void): void {
  listeners.push(listener);
}

/** The i18next backend that reads the catalogues. It is synchronous, so that translating is synchronous, too. */
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

/** Reads the corrections of `MESSAGES_FOLDER`. Only the build process and development set it. */
function givenCorrections(): Corrections {
  const folder = process.env['MESSAGES_FOLDER'];
  if (!folder) return noCorrections;
  const given = readCorrections(folder);
  if (given.problems.length === 0) return given;
  throw new Error(given.problems.join('\n'));
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
