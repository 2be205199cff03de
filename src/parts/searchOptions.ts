import type { Language } from '#domain/languages/languages.ts';
import { type Marker, markerOf } from '#domain/texts/markedText.ts';
import type { Card } from '#domain/gpts/card.ts';
import { gptPath, searchPath } from '#domain/gpts/gptPaths.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { otherLanguage } from '#i18n/languageNames.ts';
import type { Texts } from '#i18n/texts.ts';
import { plainMark } from '#parts/gptMark.ts';
import { markedText } from '#parts/markedText.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * An option below the search field: its link and its index in the list. `query` is set if it repeats a recent search.
 */
type Option = { href: string; index: number; query?: string };

/** Returns an option: a link that the keyboard reaches through the field. */
export function searchOption({ href, index, query }: Option, content: Markup): Markup {
  const queryAttribute = attributes({ 'data-query': query });
  return markup`<a href="${href}" id="search-option-${index}" role="option" tabindex="-1" class="search-option"${queryAttribute}>${content}</a>`;
}

/** Returns the option of a GPT: its mark and texts, its category, and its language if that is not the page's. */
export function gptOption(texts: Texts, card: Card, index: number, marker: Marker): Markup {
  const { language, t } = texts;
  const { id, name, description, category, marks } = card;
  const other = otherLanguage(language, marks.lang);
  const content = markup`
    ${plainMark(card.mark)}
    <span class="option-texts">
      ${optionText('b', name, marker, marks.lang)}
      ${optionText('span', description, marker, marks.lang)}
    </span>
    <span class="option-end">
      ${category && markup`<span>${categoryIn(category, t)}</span>`}
      ${other && markup`<span class="option-language">${other}</span>`}
    </span>`;
  return searchOption({ href: gptPath(language, id), index }, content);
}

/** Returns a text of an option, with its matches in `<mark>`. `lang` is the language of the text, if known. */
export function optionText(
  name: 'b' | 'span',
  text: string,
  marker: Marker = markerOf([]),
  lang: string | null | undefined = null,
): Markup {
  const textAttributes = attributes({ dir: 'auto', lang });
  return markup`<${name}${textAttributes}>${markedText(text, marker)}</${name}>`;
}

/** Returns a group of options below its heading. */
export function optionGroup(heading: string, options: readonly Markup[]): Markup {
  return markup`
    <div role="group" aria-label="${heading}">
      <p class="p-2.5 text-14 text-faint" aria-hidden="true">${heading}</p>
      ${options}
    </div>`;
}

/** Returns recent searches as options. */
export function recentOptions(queries: readonly string[], language: Language): Markup[] {
  return queries.map((query, index) => {
    const href = searchPath(language, { query });
    return searchOption({ href, index, query }, optionText('span', query));
  });
}

/**
 * Returns a button for each recent search that removes it. Outside the list, because an option may not contain a
 * button.
 */
export function removeButtons(queries: readonly string[], { t }: Texts): Markup[] {
  return queries.map((query) => {
    const label = t('home.search.remove', { query });
    return markup`<button type="button" class="icon-button text-18" aria-label="${label}" data-remove="${query}">×</button>`;
  });
}
