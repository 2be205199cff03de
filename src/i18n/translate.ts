import i18next, { type TFunction } from 'i18next';
import type { Area } from '#i18n/areas.ts';
import { catalogueBackend, readCatalogue } from '#i18n/catalogues.ts';
import { i18nextOptions } from '#i18n/options.ts';
import type { Language } from '#domain/languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Answers the text of a key, with `{{names}}` filled in; `count` chooses the plural form. */
export type Translate = (key: string, values?: Values) => string;

const translators = new Map<string, Translate>();

/**
 * The texts of an area in a language. Bound to its language for good, unlike i18next’s global one, which pages that
 * render at the same time would fight over. Throws, naming language, area and key, where a text or value is missing.
 */
export function translator(language: Language, area: Area): Translate {
  const name = `${language}/${area}`;
  const known = translators.get(name);
  if (known) return known;
  const made = bind(language, area);
  translators.set(name, made);
  return made;
}

/** Whether a language has a text for a key: for names that come from data, such as categories. */
export function hasMessage(language: Language, area: Area, key: string): boolean {
  initialise();
  return i18next.exists(key, { lng: language, ns: area });
}

function bind(language: Language, area: Area): Translate {
  // i18next only logs what its backend could not read.
  readCatalogue(language, area);
  initialise();
  const fixed: TFunction = i18next.getFixedT(language, area);
  // Most texts have no values and stand on every page.
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values === undefined && plain.has(key)) return plain.get(key) ?? key;
    const text: unknown = fixed(key, { ...values });
    if (typeof text !== 'string' || text === '' || (text === key && !exists(language, area, key))) {
      throw new Error(`The message ${area}.${key} is missing in ${language}`);
    }
    if (values === undefined) plain.set(key, text);
    return text;
  };
}

function exists(language: Language, area: Area, key: string): boolean {
  return i18next.exists(key, { lng: language, ns: area });
}

/** In a build astro-i18next has already done this with the same options; elsewhere the first text does. */
function initialise(): void {
  if (i18next.isInitialized) return;
  i18next.use(catalogueBackend);
  void i18next.init(i18nextOptions);
}
