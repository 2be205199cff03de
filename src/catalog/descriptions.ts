import type { Card } from '#domain/card.ts';
import type { Language } from '#domain/languages.ts';
import { clip, isolate } from '#domain/text.ts';
import { formatOf } from '#i18n/format.ts';

/** Characters of a description that search engines show. */
export const summaryCharacters = 155;

/**
 * Returns the description of a further page of a list for search engines: the name of the list and the first GPTs of the
 * page, so that each page has its own. The number of GPTs is only in the description of the first page.
 */
export function furtherPageDescription(
  language: Language,
  list: string,
  cards: readonly Card[],
): string {
  const names = formatOf(language).list(cards.map(({ name }) => isolate(name)));
  return clip(`${list} · ${names}`, summaryCharacters);
}
