import { type Language, languageTags } from '#domain/languages.ts';
import type { Messages } from '#i18n/messages.ts';

export type TranslateInBrowser = (
  key: string,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * The texts that a page was given; `count` chooses the plural form, and numbers are written as the language groups
 * them. An unknown key is answered as it is.
 */
export function translate(messages: Messages, language: Language): TranslateInBrowser {
  const { select, format } = numbersOf(language);
  return (key, values = {}) => {
    const count = values['count'];
    const form = typeof count === 'number' ? `${key}_${select(count)}` : key;
    const text = messages[form] ?? messages[`${key}_other`] ?? messages[key] ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => {
      const value = values[name] ?? hole;
      return typeof value === 'number' ? format(value) : value;
    });
  };
}

/**
 * How a language counts and writes numbers. `Intl` knows it, but a phone needs a tenth of a second to load what it
 * knows; so the whole numbers of nearly every text are told without it.
 */
function numbersOf(language: Language) {
  const tag = languageTags[language];
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return {
    select: (value: number): string => {
      if (isPlain(value)) return singular[language]?.includes(value) ? 'one' : 'other';
      plurals ??= new Intl.PluralRules(tag);
      return plurals.select(value);
    },
    format: (value: number): string => {
      const separator = separators[language] ?? ',';
      if (isPlain(value)) return String(value).replace(/\B(?=(?:\d{3})+$)/g, separator);
      numbers ??= new Intl.NumberFormat(tag);
      return numbers.format(value);
    },
  };
}

/** French has a form of its own for millions. */
function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1_000_000;
}

/** Of the plain numbers, those that take the singular. The other languages have none. */
const singular: Partial<Record<Language, readonly number[]>> = { en: [1], de: [1], fr: [0, 1] };

/** The separator of thousands where it is no comma. */
const separators: Partial<Record<Language, string>> = { de: '.', fr: '\u202f', vi: '.' };
