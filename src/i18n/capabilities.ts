import type { Language } from '#domain/languages.ts';
import { hasMessage, translator } from '#i18n/translate.ts';

/** A capability’s name in a language; one that nobody translated is shown as it is. */
export function capabilityName(language: Language, id: string): string {
  const key = `capability.${id}`;
  return hasMessage(language, 'gpt', key) ? translator(language, 'gpt')(key) : id;
}
