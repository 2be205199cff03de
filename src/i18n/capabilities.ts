import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { readCatalogue } from '#i18n/catalogues.ts';
import { hasMessage, translator } from '#i18n/translate.ts';

/** Returns a capability’s name in a language; without a translation, its id. */
export function capabilityName(language: Language, id: string): string {
  const key = `capability.${id}`;
  return hasMessage(language, 'gpt', key) ? translator(language, 'gpt')(key) : id;
}

/** Returns the ids of the capabilities with translations. */
export function translatedCapabilities(): string[] {
  return Object.keys(readCatalogue(defaultLanguage, 'gpt')['capability'] ?? {});
}
