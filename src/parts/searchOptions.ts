import type { Language } from '#domain/languages.ts';
import { type Marker, markerOf } from '#domain/markedText.ts';
import { searchPath } from '#domain/urls.ts';
import type { Texts } from '#i18n/texts.ts';
import { markedText } from '#parts/markedText.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/** An option of the search: where it leads, its number in the list, and the search that it repeats, if it does. */
type Option = { href: string; index: number; query?: string };

/** Returns an option of the search: a link that the keyboard reaches through the field. */
export function searchOption({ href, index, query }: Option, content: Markup): Markup {
  const repeated = attributes({ 'data-query': query });
  return markup`<a href="${href}" id="search-option-${index}" role="option" tabindex="-1" class="search-option"${repeated}>${content}</a>`;
}

/** Returns a text of an option, with its matches in `<mark>`. `lang` is the language of the text where it is known. */
export function optionText(
  name: 'b' | 'span',
  text: string,
  marker: Marker = markerOf([]),
  lang: string | null = null,
): Markup {
  const written = attributes({ dir: 'auto', lang });
  return markup`<${name}${written}>${markedText(text, marker)}</${name}>`;
}

/** Returns options below a heading, which names their group. */
export function optionGroup(heading: string, options: readonly Markup[]): Markup {
  return markup`
    <div role="group" aria-label="${heading}">
      <p class="p-2.5 text-14 text-faint" aria-hidden="true">${heading}</p>
      ${options}
    </div>`;
}

/** Returns recent searches as options that lead to their results. */
export function recentOptions(queries: readonly string[], language: Language): Markup[] {
  return queries.map((query, index) => {
    const href = searchPath(language, { query });
    return searchOption({ href, index, query }, optionText('span', query));
  });
}

/** Returns a button beside each of them, outside the list: an option may not contain one. */
export function removeButtons(queries: readonly string[], { t }: Texts): Markup[] {
  return queries.map((query) => {
    const label = t('home.search.remove', { query });
    return markup`<button type="button" class="icon-button text-18" aria-label="${label}" data-remove="${query}">×</button>`;
  });
}
