import { divide, kindOfOthers } from '#domain/gpts/found.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Marker, markerOf } from '#domain/texts/markedText.ts';
import { gptPath, searchPath } from '#domain/gpts/gptPaths.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { totalText } from '#i18n/format.ts';
import { countText } from '#i18n/resultsCount.ts';
import { type Markup, markup } from '#parts/markup.ts';
import { optionGroup, optionText, searchOption } from '#parts/searchOptions.ts';
import type { Search } from '#stores/gpts/search.ts';

type Found = Extract<Search, { state: 'found' }>;
type Item = Found['items'][number];

/**
 * Returns options for full matches, then for related GPTs, or popular ones if nothing was found, and a link to all
 * results.
 */
export function optionsOf(
  { query, items, total, full, isCapped, marked, popular }: Found,
  language: Language,
  t: TranslateInBrowser,
): Markup[] {
  const marker = markerOf(marked);
  const parts = divide(items, full);
  const first = parts.full.map((item, index) => itemOption(item, index, language, marker));
  const others = total === 0 ? popular.slice(0, shownPopular) : parts.related;
  const second = others.map((item, index) =>
    itemOption(item, first.length + index, language, marker),
  );
  const heading = t(`results.lists.${kindOfOthers(total, popular)}`);
  const options = second.length > 0 ? [...first, optionGroup(heading, second)] : first;
  if (total <= items.length) return options;
  const amount = totalText(language, total, isCapped);
  const all = { href: searchPath(language, { query }), index: items.length };
  return [...options, searchOption(all, optionText('b', t('home.search.all', { amount })))];
}

/** Returns the sentence above the options, and a hint if nothing was found. */
export function describeSearch(
  search: Search,
  language: Language,
  t: TranslateInBrowser,
): [heading: string, hint?: string] {
  if (search.state === 'idle') return [''];
  if (search.state !== 'found') return [t(`home.search.${search.state}`)];
  if (search.total > 0) return [countText(search, language, t)];
  return [t('home.search.none', { query: search.query }), t('home.search.noneHint')];
}

const shownPopular = 4;

function itemOption(item: Item, index: number, language: Language, marker: Marker): Markup {
  const { id, name, description, lang } = item;
  const texts = [
    optionText('b', name, marker, lang),
    optionText('span', description ?? '', marker, lang),
  ];
  return searchOption({ href: gptPath(language, id), index }, markup`${texts}`);
}
