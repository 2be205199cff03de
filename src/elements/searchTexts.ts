import { divide, kindOfOthers } from '#domain/gpts/found.ts';
import { cardOf } from '#domain/gpts/card.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Marker, markerOf } from '#domain/texts/markedText.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { totalText } from '#i18n/format.ts';
import { countText } from '#i18n/resultsCount.ts';
import type { Markup } from '#parts/markup.ts';
import { gptOption, optionGroup, optionText, searchOption } from '#parts/searchOptions.ts';
import type { Search } from '#stores/gpts/search.ts';

type Found = Extract<Search, { state: 'found' }>;

/**
 * Returns options for full matches, then for related GPTs, or popular ones if nothing was found, and a link to all
 * results. If related GPTs are listed, that link leads to all of these.
 */
export function optionsOf(found: Found, language: Language, t: TranslateInBrowser): Markup[] {
  const { items, total, full, popular } = found;
  const parts = divide(items, full);
  const others = total === 0 ? popular.slice(0, shownPopular) : parts.related;
  const marker = markerOf(found.marked);
  const first = gptOptions(parts.full, 0, { language, t }, marker);
  const second = gptOptions(others, first.length, { language, t }, marker);
  const all = allOption(found, language, t);
  if (second.length === 0) return [...first, ...all];
  const heading = t(`results.lists.${kindOfOthers(found)}`);
  return [...first, optionGroup(heading, [...second, ...all])];
}

function gptOptions(
  items: Found['items'],
  from: number,
  texts: { language: Language; t: TranslateInBrowser },
  marker: Marker,
): Markup[] {
  return items.map((item, index) => gptOption(texts, cardOf(item), from + index, marker));
}

/** Returns the option that leads to all results, or to all related ones; none if all are listed. */
function allOption(
  { query, items, total, full, isCapped }: Found,
  language: Language,
  t: TranslateInBrowser,
): Markup[] {
  if (total <= items.length) return [];
  const isRelated = full < items.length;
  const amount = totalText(language, isRelated ? total - full : total, isCapped);
  const href = searchPath(language, { query }) + (isRelated ? '#other-gpts' : '');
  const text = t(isRelated ? 'home.search.allRelated' : 'home.search.all', { amount });
  return [searchOption({ href, index: items.length }, optionText('b', text))];
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
