import type { Language } from '#domain/languages.ts';
import { gptPath, searchPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { totalText } from '#i18n/format.ts';
import type { Search } from '#stores/search.ts';

type Found = Extract<Search, { state: 'found' }>;

/** What was found, as links that the keyboard reaches through the field; last, where there is more, one to all of it. */
export function optionsOf(
  { query, items, total, isCapped }: Found,
  language: Language,
  t: TranslateInBrowser,
): HTMLAnchorElement[] {
  const options = items.map((item, index) => {
    const { name, description, lang } = item;
    const option = optionTo(gptPath(language, item.id), index);
    option.append(part('b', name, lang), part('span', description, lang));
    return option;
  });
  if (total <= items.length) return options;
  const all = optionTo(searchPath(language, { query }), items.length);
  const amount = totalText(language, total, isCapped);
  all.append(part('b', t('home.search.all', { amount }), null));
  return [...options, all];
}

/** What is said above the options, and below it where there are none. */
export function describeSearch(
  search: Search,
  language: Language,
  t: TranslateInBrowser,
): [heading: string, hint?: string] {
  if (search.state === 'idle') return [''];
  if (search.state !== 'found') return [t(`home.search.${search.state}`)];
  const { total, query, isCapped } = search;
  if (total === 0) return [t('home.search.none', { query }), t('home.search.noneHint')];
  const amount = totalText(language, total, isCapped);
  return [t('home.search.found', { count: total, amount })];
}

function optionTo(href: string, index: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.href = href;
  option.id = `search-option-${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.className = 'search-option';
  return option;
}

function part(name: 'b' | 'span', text: string | null, lang: string | null): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text ?? '';
  element.dir = 'auto';
  if (lang) element.lang = lang;
  return element;
}
