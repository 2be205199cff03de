import { hasMessage, translator } from '#i18n/translate.ts';
import type { Language } from '#domain/languages.ts';

/** A tag of the blog in a language; one that nobody translated is shown as it is written, made readable. */
export function topicName(language: Language, tag: string): string {
  if (hasMessage(language, 'blog', `topics.${tag}`)) {
    return translator(language, 'blog')(`topics.${tag}`);
  }
  return tag.replaceAll('-', ' ');
}
