import type { Card } from '#domain/card.ts';
import type { Language } from '#domain/languages.ts';
import { isolate } from '#domain/text.ts';
import { formatOf } from '#i18n/format.ts';

/** Characters of a description that search engines show. */
export const summaryCharacters = 155;

const namesAtMost = 10;

/**
 * Returns the description of a further page of a list for search engines: the name of the list and the first GPTs of the
 * page, so that each page has its own. The number of GPTs is only in the description of the first page. No name is cut:
 * names that do not fit are left out.
 */
export function furtherPageDescription(
  language: Language,
  list: string,
  cards: readonly Card[],
): string {
  const textOf = (names: readonly string[]) =>
    names.length === 0 ? list : `${list} · ${formatOf(language).list(names)}`;
  const shown: string[] = [];
  for (const name of cards.slice(0, namesAtMost).map((card) => isolate(card.name))) {
    if ([...textOf([...shown, name])].length <= summaryCharacters) shown.push(name);
  }
  return textOf(shown);
}
