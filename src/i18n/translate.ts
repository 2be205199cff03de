import i18next, { type TFunction } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { catalogueBackend, readCatalogue, whenCataloguesChange } from '#i18n/catalogues.ts';
import { formatOf } from '#i18n/format.ts';
import { i18nextOptions } from '#i18n/options.ts';
import { type Language, languageTags, languages } from '#domain/languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/**
 * Answers the text of a key, with `{{names}}` filled in; `count` chooses the plural form, and numbers are written as
 * the language groups them.
 */
export type Translate = (key: string, values?: Values) => string;

const translators = new Map<string, Translate>();
const pluralRules = new Map<Language, Intl.PluralRules>();
whenCataloguesChange(renew);

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
    const form = formOf(language, area, key, values?.['count']);
    const text: unknown = fixed(form, inWords(language, values));
    if (typeof text !== 'string' || text === '' || (text === key && !exists(language, area, key))) {
      throw new Error(`The message ${area}.${key} is missing in ${language}`);
    }
    if (values === undefined) plain.set(key, text);
    return text;
  };
}

/** The key with its plural form, if it has one. i18next would choose it too, but not write the number with its groups. */
function formOf(
  language: Language,
  area: Area,
  key: string,
  count: string | number | undefined,
): string {
  if (typeof count !== 'number') return key;
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(languageTags[language]);
  pluralRules.set(language, rules);
  const form = `${key}_${rules.select(count)}`;
  return exists(language, area, form) ? form : key;
}

/** Most texts have no number: the formats of a language, which take a while to make, are asked for where one has. */
function inWords(language: Language, values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatOf(language).number(value) : value,
    ]),
  );
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

/** i18next keeps what it was given first. */
function renew(): void {
  translators.clear();
  if (!i18next.isInitialized) return;
  for (const language of languages) {
    for (const area of areas) {
      i18next.addResourceBundle(language, area, readCatalogue(language, area), false, true);
    }
  }
}
