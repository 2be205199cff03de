import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { Messages } from '#i18n/messages.ts';

export type TranslateInBrowser = (
  key: string,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Returns a function that translates keys with the messages of a page. `count` chooses the plural form, and numbers are
 * formatted for the language. An unknown key is returned unchanged.
 */
export function translate(messages: Messages, language: Language): TranslateInBrowser {
  const { select, format } = numbersOf(language);
  return (key, values = {}) => {
    const count = values['count'];
    const form = typeof count === 'number' ? `${key}_${select(count)}` : key;
    const text = messages[form] ?? messages[`${key}_other`] ?? messages[key] ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      return typeof value === 'number' ? format(value) : value;
    });
  };
}

/**
 * Returns the plural rules and the number format of a language. On a phone, loading `Intl` takes a tenth of a second, so
 * whole numbers below a million are handled without it.
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

/** Whether a number needs no `Intl`. French has an extra plural form for millions. */
function isPlain(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1_000_000;
}

/** The plain numbers with the singular form. The other languages have no singular. */
const singular: Partial<Record<Language, readonly number[]>> = { en: [1], de: [1], fr: [0, 1] };

/** Thousands separators of languages that do not use a comma. */
const separators: Partial<Record<Language, string>> = { de: '.', fr: '\u202f', vi: '.' };
