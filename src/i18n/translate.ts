import i18next, { type TFunction, type i18n } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { catalogueBackend, readCatalogue, whenCataloguesChange } from '#i18n/catalogues.ts';
import { formatOf } from '#i18n/format.ts';
import { i18nextOptions } from '#i18n/options.ts';
import { isBundled } from '#i18n/sourceFolder.ts';
import { type Language, languageTags, languages } from '#domain/languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a key, with `{{names}}` filled in; `count` chooses the plural form, and numbers are written as
 * the language groups them.
 */
export type Translate = (key: string, values?: Values) => string;

/**
 * Astro's pages read from the instance that astro-i18next sets up. Plain Node has its own: the process that builds the site
 * runs both, and one that sets up the other's would hide that the integration is missing.
 */
const messages: i18n = isBundled() ? i18next : i18next.createInstance();
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
  return messages.exists(key, { lng: language, ns: area });
}

function bind(language: Language, area: Area): Translate {
  // i18next only logs what its backend could not read.
  readCatalogue(language, area);
  initialise();
  const fixed: TFunction = messages.getFixedT(language, area);
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
  return messages.exists(key, { lng: language, ns: area });
}

/** Astro's pages have their messages from astro-i18next, before the first text; plain Node loads them with the first one. */
function initialise(): void {
  if (messages.isInitialized) return;
  if (isBundled()) {
    throw new Error('No messages: the integration astro-i18next is missing in astro.config.mjs');
  }
  messages.use(catalogueBackend);
  void messages.init(i18nextOptions);
}

/** i18next keeps what it was given first. */
function renew(): void {
  translators.clear();
  if (!messages.isInitialized) return;
  for (const language of languages) {
    for (const area of areas) {
      messages.addResourceBundle(language, area, readCatalogue(language, area), false, true);
    }
  }
}
