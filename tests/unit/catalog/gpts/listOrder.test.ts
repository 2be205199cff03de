import { describe, expect, it } from 'vitest';
import type { BuildContext } from '#catalog/buildContext.ts';
import type { Frame } from '#catalog/site/frame.ts';
import type { ListPage, Ordering } from '#catalog/gpts/listOrder.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { namedAtMost, orderedPages } from '#domain/gpts/listOrder.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { authorPages, categoryPages, homePages, tagPages } from '../../../setup/catalogViews.ts';

type ListPageView = ListPage & { frame: Frame; ordering: Ordering };

function contextWith(gpts: readonly Gpt[]) {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

/** The ids on the pages of home, or of the only category, in an order, page by page. */
function listed(
  gpts: readonly Gpt[],
  order: string,
  language = 'en',
  pagesOf: typeof homePages = homePages,
): string[][] {
  return pagesOf(contextWith(gpts))
    .filter(({ frame, ordering }) => frame.language === language && ordering.order === order)
    .map(({ cards }) => cards.map(({ id }) => id));
}

function ordersOf(gpts: readonly Gpt[]): readonly string[] | undefined {
  return homePages(contextWith(gpts))[0]?.ordering.orders;
}

describe('a list', () => {
  const gpts = [
    makeGpt({ id: 'a', name: 'Zebra', created: '2026-01-01', chats: 9, rating: 3, ratings: 1 }),
    makeGpt({ id: 'b', name: 'äpfel', created: '2026-03-01', chats: 5 }),
    makeGpt({ id: 'c', name: 'Apfel 10', created: null, rating: 4.5, ratings: 2 }),
    makeGpt({ id: 'd', name: 'Apfel 9', created: '2026-03-01', rating: 4.5, ratings: 8 }),
  ];

  it('can be sorted by chats, date, rating and name', () => {
    expect(ordersOf(gpts)).toEqual(['popular', 'new', 'rating', 'name']);
    expect(listed(gpts, 'popular')).toEqual([['a', 'b', 'c', 'd']]);
    expect(listed(gpts, 'new')).toEqual([['b', 'd', 'a', 'c']]);
    expect(listed(gpts, 'rating')).toEqual([['d', 'c', 'a']]);
    expect(listed(gpts, 'name')).toEqual([['b', 'd', 'c', 'a']]);
  });

  it('sorts GPTs without a creation day first if they were published here last', () => {
    const published = '2026-03-07T12:00:00.000Z';
    const imported = ['x', 'y'].map((id, index) =>
      makeGpt({ id, created: index === 0 ? null : '2024-01-01', published }),
    );
    expect(listed([...gpts, ...imported], 'new')).toEqual([['y', 'x', 'b', 'd', 'a', 'c']]);
  });

  it('ignores a creation day after the publishing day', () => {
    const mistaken = makeGpt({ id: 'mistaken', created: '2030-01-01' });
    expect(listed([...gpts, mistaken], 'new')).toEqual([['b', 'd', 'a', 'c', 'mistaken']]);
  });

  it('follows the recommendations without counts, GPTs in the page’s language first', () => {
    const [collection] = emptyContext().collections.collections;
    const ids = (collection?.ids ?? []).toReversed();
    const others = ['0-other', '1-other'].map((id) => makeGpt({ id }));
    const german = makeGpt({ id: 'z-german', lang: 'de' });
    const recommended = ids.map((id) => makeGpt({ id }));
    const listedIn = (language: string) =>
      listed([...others, german, ...recommended], 'popular', language, categoryPages).flat();
    const rest = others.map(({ id }) => id);
    expect(listedIn('en')).toEqual([...ids.toReversed(), ...rest, 'z-german']);
    expect(listedIn('de')).toEqual(['z-german', ...ids.toReversed(), ...rest]);
  });

  describe('in several languages', () => {
    const inLanguage = (lang: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        makeGpt({ id: `${lang}-${index}`, lang, chats: 100 - index, tags: ['all'] }),
      );
    const placesOf = (gpts: readonly Gpt[], language: string) =>
      tagPages(contextWith(gpts))
        .filter(({ frame, ordering }) => {
          return frame.language === language && ordering.order === 'popular';
        })
        .map(({ cards, known, others }) => [cards.length, known, others]);

    it('begins the others on the page on which the known ones end', () => {
      const gpts = [...inLanguage('es', 30), ...inLanguage('en', 20), ...inLanguage('de', 10)];
      const others = { count: 40, from: 1, startsPage: false };
      expect(placesOf(gpts, 'en')).toEqual([
        [24, 20, others],
        [24, 0, null],
        [12, 0, null],
      ]);
      expect(placesOf(gpts, 'de')).toEqual([
        [24, 24, { count: 30, from: 2, startsPage: false }],
        [24, 6, { count: 30, from: 2, startsPage: false }],
        [12, 0, null],
      ]);
    });

    it('leads to the others also where the known ones fill their last page', () => {
      const others = { count: 2, from: 3, startsPage: true };
      const gpts = [...inLanguage('es', 2), ...inLanguage('en', 48)];
      expect(placesOf(gpts, 'ko')).toEqual([
        [24, 24, others],
        [24, 24, others],
        [2, 0, others],
      ]);
    });

    it('shows the others where readers know none', () => {
      expect(placesOf(inLanguage('es', 3), 'fr')).toEqual([
        [3, 0, { count: 3, from: 1, startsPage: true }],
      ]);
    });

    it('divides every order, and leads to no page that an order does not have', () => {
      const many = [...inLanguage('en', 24 * orderedPages), ...inLanguage('es', 5)].map(
        (gpt, index) => ({
          ...gpt,
          created: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
        }),
      );
      const first = homePages(contextWith(many)).find(
        ({ frame, ordering }) => frame.language === 'en' && ordering.order === 'new',
      );
      expect(first).toMatchObject({ known: 24, others: null });
      const byName = listed(many, 'name').flat();
      expect(byName.slice(-5).every((id) => id.startsWith('es'))).toBe(true);
    });
  });

  it('offers no order for which it has no data', () => {
    const alike = ['one', 'two'].map((id) => makeGpt({ id }));
    expect(ordersOf(alike)).toEqual(['popular', 'name']);
    expect(ordersOf(alike.slice(1))).toEqual(['popular']);
    expect(homePages(contextWith(alike))[0]?.ordering.isCounted).toBe(false);
    expect(homePages(contextWith(gpts))[0]?.ordering.isCounted).toBe(true);
  });

  it('ends after some pages if it is long, and then has no alphabetical order', () => {
    const many = Array.from({ length: namedAtMost + 1 }, (_, index) =>
      makeGpt({
        id: `gpt-${index}`,
        created: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
      }),
    );
    expect(ordersOf(many)).toEqual(['popular', 'new']);
    expect(ordersOf(many.slice(1))).toEqual(['popular', 'new', 'name']);
    expect(listed(many, 'new')).toHaveLength(orderedPages);
    expect(listed(many, 'popular', 'en', categoryPages).flat()).toHaveLength(many.length);
  });

  it('of an author has several orders if it has several pages', () => {
    const ordersOfAuthor = (count: number) =>
      authorPages(
        contextWith(Array.from({ length: count }, (_, index) => makeGpt({ id: `gpt-${index}` }))),
      )[0]?.ordering.orders;
    expect(ordersOfAuthor(gptsPerPage)).toEqual(['popular']);
    expect(ordersOfAuthor(gptsPerPage + 1)).toEqual(['popular', 'name']);
  });

  it('keeps the order of the categories when two of about the same size swap', () => {
    const gpts = ['writing', 'data', 'law'].flatMap((category, index) =>
      Array.from({ length: [7, 5, 2][index] ?? 0 }, (_, number) =>
        makeGpt({ id: `${category}-${number}`, categories: [category] }),
      ),
    );
    const categoriesOf = (shown: readonly Gpt[]) => homePages(contextWith(shown))[0]?.categories;
    expect(categoriesOf(gpts)).toEqual(['data', 'writing', 'law']);
    expect(categoriesOf(gpts.slice(3))).toEqual(['data', 'writing', 'law']);
    expect(categoriesOf(gpts.slice(4))).toEqual(['data', 'law', 'writing']);
  });

  it('keeps the pages before a hidden GPT, except the first, which shows the number', () => {
    const many = Array.from({ length: 5 * gptsPerPage }, (_, index) =>
      makeGpt({ id: `gpt-${index}`, author: 'Ada', tags: ['all'], chats: 1_000 - index }),
    );
    const hidden = 3 * gptsPerPage + 5;
    const changed = (viewsOf: (context: BuildContext) => readonly ListPageView[]) => {
      const [before, after] = [many, many.toSpliced(hidden, 1)].map((gpts) =>
        viewsOf(contextWith(gpts)).filter(
          ({ frame, ordering }) => frame.language === 'ja' && ordering.order === 'popular',
        ),
      );
      return before
        ?.filter((view, index) => JSON.stringify(view) !== JSON.stringify(after?.[index]))
        .map(({ page }) => page);
    };
    for (const viewsOf of [categoryPages, tagPages, authorPages]) {
      expect(changed(viewsOf), viewsOf.name).toEqual([1, 4, 5]);
    }
    // The first home page is shorter.
    expect(changed(homePages)).toEqual([1, 4, 5, 6]);
  });
});
