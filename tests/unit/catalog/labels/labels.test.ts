import { describe, expect, it } from 'vitest';
import { gptGroups } from '#catalog/gpts/gptPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { categoryIndexPages, tagIndexPages } from '#catalog/labels/labelPages.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { languages } from '#domain/languages/languages.ts';
import { taggedPath } from '#domain/gpts/gptPaths.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';
import { authorPages, gptPages, tagPages } from '../../../setup/catalogViews.ts';

function contextWith(gpts: readonly Gpt[]) {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

describe('the pages of tags', () => {
  const context = contextWith([
    makeGpt({ id: 'one', tags: ['SEO', 'seo', 'Blog'], chats: 5 }),
    makeGpt({ id: 'two', tags: ['seo', ' \u001d ', 'news'], chats: 7 }),
    makeGpt({ id: 'three', tags: ['seo', 'blog', 'Alone'], lang: 'de' }),
    makeGpt({ id: 'four', tags: ['教育', '../c#', 'news'], lang: 'zh' }),
    makeGpt({ id: 'five', tags: ['教育', '../c#'], lang: 'zh' }),
  ]);
  const english = tagPages(context).filter(({ frame }) => frame.language === 'en');

  it('include all spellings of a tag, with the most frequent one as the name', () => {
    expect(english.map(({ frame, name, total }) => [frame.path, name, total])).toEqual([
      ['/en/tags/seo', 'seo', 3],
      ['/en/tags/..%2Fc%23', '../c#', 2],
      ['/en/tags/blog', 'Blog', 2],
      ['/en/tags/news', 'news', 2],
      ['/en/tags/%E6%95%99%E8%82%B2', '教育', 2],
    ]);
    expect(tagPages(context)).toHaveLength(english.length * languages.length);
  });

  it('show the use of the GPTs, and the tags that occur with this one most often', () => {
    const [seo] = english;
    expect(seo).toMatchObject({ kind: 'tag', chats: 12, page: 1, isLast: true });
    expect(seo?.cards.map(({ id }) => id)).toEqual(['two', 'one', 'three']);
    expect(seo?.beside.map(({ slug }) => slug)).toEqual(['blog', 'news']);
  });

  it('mark the language of a tag if all its GPTs have the same language', () => {
    expect(english.map(({ marks }) => marks.lang)).toEqual([
      undefined,
      'zh',
      undefined,
      undefined,
      'zh',
    ]);
  });

  it('are listed with their numbers, the most used first', () => {
    const [first] = tagIndexPages(context);
    expect(first).toMatchObject({ page: 1, pages: 1, total: 5 });
    expect(first?.tags.map(({ slug, count }) => `${slug} ${count}`)).toEqual([
      'seo 3',
      '../c# 2',
      'blog 2',
      'news 2',
      '教育 2',
    ]);
  });

  it('are left out for the tag of a single GPT, which links to the search', () => {
    const paths = english.map(({ frame }) => frame.path);
    expect(paths).not.toContain('/en/tags/alone');
    const three = gptPages(context).find(({ id }) => id === 'three');
    expect(three?.tags.map(({ name, hasPages }) => taggedPath('en', name, hasPages))).toEqual([
      '/en/tags/seo',
      '/en/tags/blog',
      '/en/search?tag=alone',
    ]);
    const inputs = [...gptGroups(context)].map((group) => group.inputs?.());
    expect(inputs.join()).toContain('{"name":"Alone","hasPages":false}');
  });

  it('are one empty page without tags', () => {
    expect(tagIndexPages(contextWith([])).map(({ tags, total }) => [tags.length, total])).toEqual(
      languages.map(() => [0, 0]),
    );
  });

  it('continue on further pages, and so does the list of tags', () => {
    const many = contextWith(
      Array.from({ length: 400 }, (_, index) =>
        makeGpt({ id: `gpt-${index}`, tags: ['all', `tag ${index % 200}`, `of ${index % 200}`] }),
      ),
    );
    const all = tagPages(many).filter(
      ({ frame, slug, ordering }) =>
        frame.language === 'fr' && slug === 'all' && ordering.order === 'popular',
    );
    expect(all.map(({ frame }) => frame.path).slice(0, 2)).toEqual([
      '/fr/tags/all',
      '/fr/tags/all/page/2',
    ]);
    expect(all).toHaveLength(Math.ceil(400 / gptsPerPage));
    expect(new Set(all.flatMap(({ cards }) => cards.map(({ id }) => id))).size).toBe(400);
    const index = tagIndexPages(many).filter(({ frame }) => frame.language === 'fr');
    expect(index.map(({ frame, tags }) => [frame.path, tags.length])).toEqual([
      ['/fr/tags', 300],
      ['/fr/tags/page/2', 101],
    ]);
  });
});

describe('the pages of authors', () => {
  it('include all spellings of an author, and no GPT without an author', () => {
    const pages = authorPages(
      contextWith([
        makeGpt({ id: 'one', author: '@Ada  L.' }),
        makeGpt({ id: 'two', author: '@ada l.' }),
        makeGpt({ id: 'three', author: '=cmd|calc' }),
        makeGpt({ id: 'four', author: null }),
        makeGpt({ id: 'five', author: '\u001d' }),
      ]),
    ).filter(({ frame }) => frame.language === 'en');
    expect(pages.map(({ frame, total }) => [frame.path, total])).toEqual([
      ['/en/authors/%40ada%20l.', 2],
      ['/en/authors/%3Dcmd%7Ccalc', 1],
    ]);
  });
});

describe('the page of categories', () => {
  it('lists every category, the largest first, with its most used GPTs', () => {
    const context = contextOf(parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30))));
    const [english] = categoryIndexPages(context);
    const counts = english?.categories.map(({ count }) => count) ?? [];
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(english?.categories.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['writing', 'law-and-money', '教育', 'r-and-d-ops']),
    );
    expect(english?.categories[0]?.first).toHaveLength(3);
  });
});
