import { describe, expect, it } from 'vitest';
import { chosenRows, gptsOfRows } from '#catalog/gpts/chosenRows.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { mixCategories } from '#domain/gpts/mixCategories.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { knownLanguages, languageOfTexts } from '#domain/languages/readers.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';
import { homePages } from '../../../setup/catalogViews.ts';
import { Random } from '../../../setup/random.ts';

function contextWith(gpts: readonly Gpt[]) {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

/** Ids that the editors of the project recommend, so that there are picks and questions. */
const recommended = emptyContext().collections.collections.flatMap(({ ids }) => ids);

/** A catalogue of any size, with any languages, categories, chats and starters. */
function randomGpts(random: Random): Gpt[] {
  const ids = new Set([
    ...recommended.slice(0, random.whole(0, 20)),
    ...Array.from({ length: random.whole(1, 90) }, (_, index) => `gpt-${index}`),
  ]);
  return [...ids].map((id) =>
    makeGpt({
      id,
      lang: random.pick(['en', 'en', 'de', 'zh-Hans', 'zh-Hant', 'ja', 'es', null]),
      categories: random.pick([['writing'], ['data'], ['law', 'fun'], []]),
      chats: random.whole(0, 5),
      created: random.pick(['2026-01-01', '2026-02-01']),
      prompt_starters: random.pick([[], ['What is missing?']]),
    }),
  );
}

function listedIn(context: ReturnType<typeof contextWith>, language: Language) {
  return homePages(context).filter(
    ({ frame, ordering }) => frame.language === language && ordering.order === 'popular',
  );
}

describe('the list of the home pages', () => {
  it('has the same number of pages in all languages, to which each page links', () => {
    for (let count = 60; count <= 66; count += 1) {
      // Readers of German have a row of questions, the others have none.
      const gpts = Array.from({ length: count }, (_, index) =>
        index % 9 === 0
          ? makeGpt({ id: `g-${index}`, lang: 'de', prompt_starters: [`Was ist ${index}?`] })
          : makeGpt({ id: `g-${index}` }),
      );
      const context = contextWith(gpts);
      const pages = languages.map((language) => listedIn(context, language).length);
      expect(new Set(pages).size, `${count} GPTs`).toBe(1);
      expect(listedIn(context, 'fr').flatMap(({ cards }) => cards)).toHaveLength(count);
      const last = listedIn(context, 'fr').at(-1);
      expect(last).toMatchObject({ isLast: true, unlisted: 0 });
      // Those in other languages begin on a page that exists.
      const [front] = listedIn(context, 'fr');
      expect(front?.others?.from).toBeLessThanOrEqual(last?.page ?? 0);
    }
  });

  it('has every GPT once, in the rows above it or on one of its pages, in any catalogue', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const random = new Random(seed);
      const gpts = randomGpts(random);
      const context = contextWith(gpts);
      const again = contextWith(gpts.toReversed());
      const language = random.pick(languages);
      const pages = listedIn(context, language);
      const listed = pages.flatMap(({ cards }) => cards.map(({ id }) => id));
      const rows = [...gptsOfRows(chosenRows(context, language))].map(({ id }) => id);
      const all = gpts.map(({ id }) => id).toSorted();
      const isWhole = listed.length === all.length;
      expect([...listed, ...(isWhole ? [] : rows)].toSorted(), `seed ${seed}`).toEqual(all);
      // The order depends on the GPTs only, not on the order of the snapshot.
      expect(
        listedIn(again, language).flatMap(({ cards }) => cards.map(({ id }) => id)),
        `seed ${seed}`,
      ).toEqual(listed);
      const known = pages.reduce((sum, page) => sum + page.known, 0);
      const isKnown = (id: string) => {
        const gpt = gpts.find((one) => one.id === id);
        const own = gpt && languageOfTexts(gpt);
        return own !== undefined && knownLanguages(language).includes(own);
      };
      expect(listed.map(isKnown), `seed ${seed}`).toEqual(listed.map((_, index) => index < known));
    }
  });

  it('has 12 GPTs on the first page, below the rows, and 24 on each further one', () => {
    const gpts = Array.from({ length: 70 }, (_, index) => makeGpt({ id: `gpt-${index}` }));
    const pages = listedIn(contextWith(gpts), 'en');
    expect(pages.map(({ cards }) => cards.length)).toEqual([12, 24, 24, 10]);
    expect(pages[0]?.total).toBe(70);
  });

  it('mixes the categories by rank', () => {
    const chats = { data: [90, 80, 70], fun: [60], law: [50, 40] };
    const gpts = Object.entries(chats).flatMap(([category, counts]) =>
      counts.map((count) =>
        makeGpt({ id: `${category}-${count}`, categories: [category], chats: count }),
      ),
    );
    const [first] = listedIn(contextWith(gpts), 'en');
    expect(first?.cards.map(({ id }) => id)).toEqual([
      'data-90',
      'fun-60',
      'law-50',
      'data-80',
      'law-40',
      'data-70',
    ]);
    expect(mixCategories(['a1', 'a2', 'b1'], ([category = '']) => category)).toEqual([
      'a1',
      'b1',
      'a2',
    ]);
  });
});
