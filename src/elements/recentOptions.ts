import type { Language } from '#domain/languages.ts';
import { markerOf } from '#domain/markedText.ts';
import { searchPath } from '#domain/urls.ts';
import { optionTo, textPart } from '#elements/searchOptions.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** Recent searches as options that lead to their results. */
export function recentOptions(queries: readonly string[], language: Language): HTMLElement[] {
  return queries.map((query, index) => {
    const option = optionTo(searchPath(language, { query }), index);
    option.dataset['query'] = query;
    option.append(textPart('span', query, markerOf([])));
    return option;
  });
}

/** A button beside each of them, outside the list: an option may not contain one. */
export function removeButtons(
  queries: readonly string[],
  t: TranslateInBrowser,
  remove: (query: string) => void,
): HTMLElement[] {
  return queries.map((query) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon-button text-18';
    button.ariaLabel = t('home.search.remove', { query });
    button.textContent = '×';
    button.addEventListener('click', () => remove(query));
    return button;
  });
}
