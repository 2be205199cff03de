import i18next, { type TFunction, type i18n } from 'i18next';
import { type Area, areas } from '#i18n/areas.ts';
import { catalogueBackend, readCatalogue, whenCataloguesChange } from '#i18n/catalogues.ts';
import { formatOf } from '#i18n/format.ts';
import { i18nextOptions } from '#i18n/options.ts';
import { isBundled } from '#i18n/sourceFolder.ts';
import { type Language, languageTags, languages } from '#domain/languages/languages.ts';

export type Values = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a key with `{{names}}` filled in. `count` chooses the plural form, and numbers are formatted for the
 * language.
 */
export type Translate = (key: string, values?: Values) => string;

/**
 * Astro's pages use the global instance, which astro-i18next initialises. Plain Node has its own instance. The build process
 * runs both, and initialising the global one in Node would hide that the integration is missing.
 */
const messages: i18n = isBundled() ? i18next : i18next.createInstance();
const translators = new Map<string, Translate>();
const pluralRules = new Map<Language, Intl.PluralRules>();
whenCataloguesChange(renew);

/**
 * Returns the translator of an area in a fixed language. i18next’s global language is not used, because pages in several
 * languages render at the same time. The translator throws an error with language, area and key if a text is missing.
 */
export function translator(language: Language, area: Area): Translate {
  const name = `${language}/${area}`;
  const known = translators.get(name);
  if (known) return known;
  const made = bind(language, area);
  translators.set(name, made);
  return made;
}

/** Whether a language has a text for a key. Needed for keys that come from data, such as categories. */
export function hasMessage(language: Language, area: Area, key: string): boolean {
  initialise();
  return messages.exists(key, { lng: language, ns: area });
}

function bind(language: Language, area: Area): Translate {
  // Reads the catalogue first, because i18next only logs errors of its backend.
  readCatalogue(language, area);
  initialise();
  const fixed: TFunction = messages.getFixedT(language, area);
  // Cached by key, because a lookup in i18next takes 20 µs and pages have hundreds of texts.
  const texts = new Map<string, string | undefined>();
  const textOf = (key: string): string | undefined => {
    if (texts.has(key)) return texts.get(key);
    const found: unknown = exists(language, area, key) && fixed(key, { skipInterpolation: true });
    const text = typeof found === 'string' && found !== '' ? found : undefined;
    texts.set(key, text);
    return text;
  };
  return (key, values = {}) => {
    const count = values['count'];
    const form = typeof count === 'number' ? `${key}_${pluralForm(language, count)}` : key;
    const text = textOf(form) ?? textOf(key);
    if (text === undefined) {
      throw new Error(`The message ${area}.${key} is missing in ${language}`);
    }
    return fillIn(text, language, values);
  };
}

function pluralForm(language: Language, count: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(languageTags[language]);
  pluralRules.set(language, rules);
  return rules.select(count);
}

/** Fills in `{{names}}`. Numbers are formatted for the language, which i18next does not do. Throws if a value is missing. */
function fillIn(text: string, language: Language, values: Values): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A value is missing: ${name} in “${text}”`);
    return typeof value === 'number' ? formatOf(language).number(value) : value;
  });
}

function exists(language: Language, area: Area, key: string): boolean {
  return messages.exists(key, { lng: language, ns: area });
}

/** Initialises i18next in plain Node before the first text. In Astro's pages, astro-i18next has done it before. */
function initialise(): void {
  if (messages.isInitialized) return;
  if (isBundled()) {
    throw new Error('No messages: the integration astro-i18next is missing in astro.config.mjs');
  }
  messages.use(catalogueBackend);
  void messages.init(i18nextOptions);
}

/** Replaces the messages in i18next, which keeps the first ones otherwise. */
function renew(): void {
  translators.clear();
  if (!messages.isInitialized) return;
  for (const language of languages) {
    for (const area of areas) {
      messages.addResourceBundle(language, area, readCatalogue(language, area), false, true);
    }
  }
}
