import { describe, expect, it } from 'vitest';
import { gptPages } from '#catalog/gptPages.ts';
import { categoryPages, homePages } from '#catalog/lists.ts';
import { pricingPages } from '#catalog/pricingPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import { relatedGpts } from '#catalog/related.ts';
import { defaultGptId } from '#domain/gpts.ts';
import { languages } from '#domain/languages.ts';
import { models } from '#domain/models.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../fixtures/snapshot.ts';

const snapshot = parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30)));

describe('the pages of the directory', () => {
  it('list every GPT by popularity, 24 a page, in every language', () => {
    const pages = homePages(snapshot).filter(({ frame }) => frame.language === 'de');
    expect(pages.map(({ frame, cards }) => [frame.path, cards.length])).toEqual([
      ['/de', 24],
      ['/de/page/2', snapshot.gpts.length - 24],
    ]);
    const chats = pages.flatMap(({ cards }) => cards.map((card) => card.chats));
    expect(chats).toEqual(chats.toSorted((one, other) => other - one));
    expect(new Set(homePages(snapshot).map(({ frame }) => frame.language)).size).toBe(8);
  });

  it('put GPTs in the language of the page first among equals, then the default GPT', () => {
    const gpts = [
      makeGpt({ id: 'a-english' }),
      makeGpt({ id: 'b-taiwan', lang: 'zh-TW' }),
      makeGpt({ id: 'c-german', lang: 'de-AT' }),
      makeGpt({ id: 'd-unknown', lang: null }),
      makeGpt({ id: defaultGptId }),
      makeGpt({ id: 'z-used', lang: 'fr', chats: 1 }),
    ];
    const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
    const fresh = parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines)));
    const order = (path: string) =>
      [...homePages(fresh), ...categoryPages(fresh)]
        .find(({ frame }) => frame.path === path)
        ?.cards.map(({ id }) => id);
    const rest = ['a-english', 'b-taiwan', 'c-german', 'd-unknown'];
    const without = (id: string) => rest.filter((other) => other !== id);
    expect(order('/en')).toEqual(['z-used', defaultGptId, ...rest]);
    expect(order('/de')).toEqual(['z-used', 'c-german', defaultGptId, ...without('c-german')]);
    expect(order('/zh_TW')).toEqual(['z-used', 'b-taiwan', defaultGptId, ...without('b-taiwan')]);
    expect(order('/zh')).toEqual(['z-used', defaultGptId, ...rest]);
    expect(order('/de/categories/writing')).toEqual(order('/de'));
  });

  it('exist, empty, where there is no GPT', () => {
    const empty = parseSnapshot(Buffer.from(snapshotText('2026-03-08', [])));
    expect(homePages(empty)).toHaveLength(languages.length);
  });

  it('list each category, whatever its writing system', () => {
    const paths = categoryPages(snapshot).map(({ frame }) => frame.path);
    expect(paths).toContain('/en/categories/law-and-money');
    expect(paths).toContain('/ja/categories/%E6%95%99%E8%82%B2');
  });
});

describe('the page of a GPT', () => {
  it('tells every field, and leaves out what is unknown', () => {
    const gpt = makeGpt({
      id: 'whole',
      name: 'Whole',
      tags: ['one'],
      rating: 4.5,
      reviews: 12,
      chats: 30,
      imported_chats: 10,
      capabilities: ['text'],
      welcome_message: 'Hello',
      prompt_starters: ['Begin', 'x'.repeat(2_000)],
    });
    const lines = [{ type: 'gpt', gpt } as const];
    const [view] = gptPages(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    expect(view).toMatchObject({
      name: 'Whole',
      author: 'Dolores',
      builder: 'Dolores',
      categories: ['writing'],
      tags: ['one'],
      rating: 4.5,
      reviews: 12,
      chats: { total: 30, own: 20, imported: 10 },
      capabilities: ['text'],
      welcome: 'Hello',
      starters: [{ text: 'Begin', isLong: false }, { isLong: true }],
      instructions: 'Be brief.',
      created: '2026-01-01',
      updated: '2026-02-01',
      history: null,
      origin: null,
    });
  });

  it('shows related GPTs: those that share most labels', () => {
    const gpts = [
      makeGpt({ id: 'asked', tags: ['poem'], chats: 1 }),
      makeGpt({ id: 'same-tag', tags: ['Poem'], categories: ['fun'], chats: 2 }),
      makeGpt({ id: 'same-category', chats: 900 }),
      makeGpt({ id: 'nothing', categories: ['law'], lang: 'de', chats: 9_000 }),
    ];
    const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
    const known = parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines)));
    const [asked] = gpts;
    if (asked === undefined) throw new Error('There is no GPT to ask about');
    const own = known.gpts.find(({ id }) => id === 'asked') ?? asked;
    expect(relatedGpts(known, own, 2).map(({ id }) => id)).toEqual(['same-tag', 'same-category']);
  });
});

describe('the page of prices', () => {
  it('tells the price of every model, the plans and the packs', () => {
    const [view] = pricingPages();
    expect(view?.models.map(({ id, price }) => [id, price])).toEqual(
      models.map(({ id, price }) => [id, price]),
    );
    expect(view).toMatchObject({ gptPrice: 1, yearlyPercentOff: 20, advertisedProQueries: 1_500 });
    expect(view?.packs.map(({ credits }) => credits)).toEqual([500, 1_000]);
  });
});
