import { hasMessage, translator } from '#i18n/translate.ts';
import type { Language } from '#domain/languages/languages.ts';

/** Returns the name of a blog tag in a language; without a translation, the tag with spaces instead of hyphens. */
export function topicName(language: Language, tag: string): string {
  if (hasMessage(language, 'blog', `topics.${tag}`)) {
    return translator(language, 'blog')(`topics.${tag}`);
  }
  return tag.replaceAll('-', ' ');
}
