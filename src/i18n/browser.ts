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
  const plurals = new Intl.PluralRules(languageTags[language]);
  const numbers = new Intl.NumberFormat(languageTags[language]);
  return (key, values = {}) => {
    const count = values['count'];
    const form = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
    const text = messages[form] ?? messages[`${key}_other`] ?? messages[key] ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => {
      const value = values[name] ?? hole;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
