import { describe, expect, it } from 'vitest';
import { type Card, cardOf } from '#domain/gpts/card.ts';
import { type Part, type Parts, contentHtml, fill } from '#parts/fill.ts';
import type { Found } from '#domain/gpts/found.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { emptyRequest } from '#domain/gpts/search.ts';
import { translate } from '#i18n/browser.ts';
import { addedCards } from '#parts/resultsLists.ts';
import { resultsMessages } from '#i18n/resultsMessages.ts';
import { resultsParts } from '#parts/resultsParts.ts';
import { makeGpt } from '../../fixtures/makeGpt.ts';

const page = { language: 'en' as const, t: translate(resultsMessages('en'), 'en') };

const requested = { ...emptyRequest, query: 'write cards' };

function cards(count: number): Card[] {
  const gpt = makeGpt({ id: 'a', name: 'Card <Writer>', description: 'Wrïtes cards & letters' });
  return Array.from({ length: count }, () => cardOf(gpt));
}

function found(given: Partial<Found>): Found {
  const nothing = { cards: [], total: 0, full: 0, isCapped: false };
  return {
    ...nothing,
    marked: ['writ', 'card'],
    categories: [],
    popular: [],
    similar: [],
    ...given,
  };
}

function shown(given: Partial<Found>, number = 1): Parts {
  return resultsParts(page, { ...requested, page: number }, { state: 'found', ...found(given) });
}

function htmlOf(part: Part | null | undefined): string | undefined {
  return part?.content && contentHtml(part.content);
}

/** How many cards a list has; `undefined` if it is hidden. */
function countOf(parts: Parts, list: 'cards' | 'others' | 'similar'): number | undefined {
  const part = parts[list];
  const isHidden = part?.attributes?.['hidden'] === '';
  return isHidden ? undefined : htmlOf(part)?.match(/<li /g)?.length;
}

function textOf(parts: Parts, name: string): string | undefined {
  const part = parts[name];
  return part?.attributes?.['hidden'] === '' ? undefined : part?.text;
}

describe('the page of results', () => {
  it('shows full matches, then related GPTs, and counts them separately', () => {
    const parts = shown({ cards: cards(5), total: 5, full: 3 });
    expect([countOf(parts, 'cards'), countOf(parts, 'others')]).toEqual([3, 2]);
    expect(textOf(parts, 'othersTitle')).toBe('Also related');
    expect(textOf(parts, 'count')).toBe('3 results, 2 related');
    expect([textOf(parts, 'onlyRelated'), textOf(parts, 'noticeTitle')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('shows similar GPTs below few results, in a list of their own that is not counted', () => {
    const parts = shown({ cards: cards(3), total: 3, full: 1, similar: cards(6) });
    expect([countOf(parts, 'cards'), countOf(parts, 'others')]).toEqual([1, 2]);
    expect(textOf(parts, 'othersTitle')).toBe('Also related');
    expect(countOf(parts, 'similar')).toBe(6);
    expect(parts['similarTitle']?.attributes).toEqual({ hidden: null });
    expect(textOf(parts, 'count')).toBe('1 result, 2 related');
  });

  it('hides an empty list of similar GPTs', () => {
    const parts = shown({ cards: cards(3), total: 3, full: 1 });
    expect(countOf(parts, 'similar')).toBeUndefined();
    expect(parts['similarTitle']?.attributes).toEqual({ hidden: '' });
  });

  it('shows the question of an example on one line, with its matches', () => {
    const question = { text: `Write <b> ${'a '.repeat(500)}`, lang: 'ar' };
    const card = cardOf(makeGpt({ id: 'a', question }));
    const html = htmlOf(shown({ cards: [card], total: 1, full: 1 })['cards']);
    const marked =
      '<p class="card-question" lang="ar" dir="rtl"><q><mark>Write</mark> &lt;b&gt; a a';
    expect(html).toContain(marked);
    expect(card.question?.text.length).toBeLessThanOrEqual(90);
  });

  it('quotes a question in the marks of the page, with inner marks around what it quotes itself', () => {
    const question = { text: '“学而时习之”里的“说”是什么意思？', lang: 'zh-Hans' };
    const card = cardOf(makeGpt({ id: 'a', question }));
    const html = htmlOf(shown({ cards: [card], total: 1, full: 1 })['cards']);
    expect(html).toContain('<q>‘学而时习之’里的‘说’是什么意思？</q>');
  });

  it('continues related GPTs on a later page, and in the response for Load More', () => {
    const all = { total: 2 * gptsPerPage, full: gptsPerPage + 4 };
    const first = shown({ ...all, cards: cards(gptsPerPage) });
    expect([countOf(first, 'cards'), countOf(first, 'others')]).toEqual([gptsPerPage, undefined]);
    expect(textOf(first, 'othersTitle')).toBeUndefined();
    const second = shown({ ...all, cards: cards(gptsPerPage) }, 2);
    expect([countOf(second, 'cards'), countOf(second, 'others')]).toEqual([4, gptsPerPage - 4]);
    const more = addedCards(page, { ...requested, page: 2 }, found({ ...all, cards: cards(6) }));
    expect([more.cards, more.others].map(({ length }) => length)).toEqual([4, 2]);
  });

  it('explains that no GPT matches all words', () => {
    const parts = shown({ cards: cards(2), total: 1_000, isCapped: true });
    expect([countOf(parts, 'cards'), countOf(parts, 'others')]).toEqual([undefined, 2]);
    expect(textOf(parts, 'onlyRelated')).toBe('No GPT matches all of “write cards”.');
    expect(textOf(parts, 'othersTitle')).toBe('Related');
    expect(textOf(parts, 'count')).toBe('1,000+ related');
  });

  it('is never empty: it has categories that fit, and popular GPTs', () => {
    const popular = cards(8).map((card) => ({ ...card, chats: 3 }));
    const parts = shown({ popular, categories: ['writing', 'a"b'] });
    expect([countOf(parts, 'cards'), countOf(parts, 'others')]).toEqual([undefined, 6]);
    expect(textOf(parts, 'noticeTitle')).toBe('Nothing found for “write cards”');
    expect(textOf(parts, 'othersTitle')).toBe('Popular');
    expect(parts['all']?.attributes).toMatchObject({ hidden: null, href: '/en/search' });
    const categories = htmlOf(parts['categories']) ?? '';
    expect(categories).toContain('<a class="chip" href="/en/categories/writing">Writing</a>');
    expect(categories.match(/href="[^"]*"/g)).toHaveLength(2);
  });

  it('does not call unused GPTs popular', () => {
    expect(textOf(shown({ popular: cards(8) }), 'othersTitle')).toBe('Other GPTs');
  });

  it('offers to search without filters if they hide all results', () => {
    const outcome = { state: 'found' as const, ...found({ popular: cards(8) }) };
    const parts = resultsParts(page, { ...requested, tag: 'x' }, outcome);
    expect(textOf(parts, 'noticeTitle')).toBe('Nothing found for “write cards” with these filters');
    expect(parts['noticeLink']?.attributes?.['href']).toBe('/en/search?query=write+cards');
  });

  it('marks matches, and shows markup as text', () => {
    const html = htmlOf(shown({ cards: cards(1), total: 1, full: 1 })['cards']);
    const shownHtml = html?.replaceAll(/ href="[^"]*"| dir="auto"| lang="\w+"/g, '');
    expect(shownHtml).toContain('<a><mark>Card</mark> &lt;<mark>Writer</mark>&gt;</a>');
    expect(shownHtml).toContain(
      '<p class="card-text"><mark>Wrïtes</mark> <mark>cards</mark> &amp; letters</p>',
    );
  });

  it('hides all lists if the search failed', () => {
    const parts = resultsParts(page, requested, { state: 'failed' });
    const names = ['cards', 'others', 'othersTitle', 'onlyRelated', 'similar', 'similarTitle'];
    names.push('categories', 'all');
    for (const name of names) expect(parts[name]?.attributes?.['hidden'], name).toBe('');
    expect(fill('<p hidden data-fill="notice"></p>', parts)).toBe('<p data-fill="notice"></p>');
  });
});
