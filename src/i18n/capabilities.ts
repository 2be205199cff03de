import { type Language, defaultLanguage } from '#domain/languages.ts';
import { readCatalogue } from '#i18n/catalogues.ts';
import { hasMessage, translator } from '#i18n/translate.ts';

/** A capability’s name in a language; one that nobody translated is shown as it is. */
export function capabilityName(language: Language, id: string): string {
  const key = `capability.${id}`;
  return hasMessage(language, 'gpt', key) ? translator(language, 'gpt')(key) : id;
}

/** The capabilities that have names in every language. */
export function translatedCapabilities(): string[] {
  return Object.keys(readCatalogue(defaultLanguage, 'gpt')['capability'] ?? {});
}
