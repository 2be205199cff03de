import type { BackendModule } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { type Corrections, correct, noCorrections, readCorrections } from '#i18n/corrections.ts';
import { type Catalogue, shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage } from '#domain/languages.ts';

const read = new Map<string, Catalogue>();
const forgetters: (() => void)[] = [];
let corrections: Corrections | undefined;

/**
 * The messages of an area, with what an operator has corrected. Throws what is wrong with the corrections of the folder
 * that `MESSAGES_FOLDER` names, unless `useCorrections` was told others.
 */
export function readCatalogue(language: Language, area: Area): Catalogue {
  const key = `${language}/${area}`;
  corrections ??= givenCorrections();
  const known =
    read.get(key) ?? correct(shippedCatalogue(language, area), corrections.texts.get(key));
  read.set(key, known);
  return known;
}

/** All messages of a language as one text, to tell whether any of them has changed. */
export function catalogueText(language: Language): string {
  return JSON.stringify(areas.map((area) => readCatalogue(language, area)));
}

/** Speaks with these corrections from now on, in the whole process. */
export function useCorrections(other: Corrections): void {
  corrections = other;
  read.clear();
  for (const forget of forgetters) forget();
}

/** Calls `forget` whenever what was read of the catalogues holds no longer. */
export function whenCataloguesChange(forget: () => void): void {
  forgetters.push(forget);
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

/** The corrections of the environment: those of the process that builds the site, and of development. */
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
