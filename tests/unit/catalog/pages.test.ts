import { describe, expect, it } from 'vitest';
import { categoryPages, homePages } from '#catalog/lists.ts';
import { pricingPages } from '#catalog/pricingPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
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
      ['/de/page/2', 24],
      ['/de/page/3', snapshot.gpts.length - 48],
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
