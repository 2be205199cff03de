import { describe, expect, it } from 'vitest';
import { pricingPages } from '#catalog/pricing/pricingPages.ts';
import { chosenRows, gptsOfRows } from '#catalog/gpts/chosenRows.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import { languages } from '#domain/languages/languages.ts';
import { models } from '#domain/models/models.ts';
import { contextOf, emptyContext } from '../../../fixtures/buildContext.ts';
import { makeGpt, makeSnapshot, snapshotText } from '../../../fixtures/snapshot.ts';
import { categoryPages, homePages } from '../../../setup/catalogViews.ts';

const context = contextOf(parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30))));

describe('the pages of the directory', () => {
  it('list every GPT, 12 below the rows and 24 on each further page, in every language', () => {
    const pages = homePages(context).filter(
      ({ frame, ordering }) => frame.language === 'en' && ordering.order === 'popular',
    );
    const shownAbove = gptsOfRows(chosenRows(context, 'en')).size;
    expect(pages.map(({ frame, cards }) => [frame.path, cards.length])).toEqual([
      ['/en', 12],
      ['/en/page/2', 24],
      ['/en/page/3', context.snapshot.gpts.length - 36 - shownAbove],
    ]);
    // Within a category, and within the languages that readers know, most used GPTs come first.
    const known = pages.flatMap((page) => page.cards.slice(0, page.known));
    const others = pages.flatMap((page) => page.cards.slice(page.known));
    expect(others.length).toBeGreaterThan(1);
    const first = known.filter(({ category }) => category === 'writing').map(({ chats }) => chats);
    expect(first.length).toBeGreaterThan(3);
    expect(first).toEqual(first.toSorted((one, other) => other - one));
    expect(new Set(homePages(context).map(({ frame }) => frame.language)).size).toBe(8);
  });

  it('sort GPTs in the language of the page first, then English, then the default GPT among equals', () => {
    const gpts = [
      makeGpt({ id: 'a-english' }),
      makeGpt({ id: 'b-taiwan', lang: 'zh-TW' }),
      makeGpt({ id: 'c-german', lang: 'de-AT' }),
      makeGpt({ id: 'd-unknown', lang: null }),
      makeGpt({ id: defaultGptId }),
      makeGpt({ id: 'z-used', lang: 'fr', chats: 1 }),
    ];
    const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
    const fresh = contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    const order = (language: string) =>
      categoryPages(fresh)
        .find(({ frame }) => frame.path === `/${language}/categories/writing`)
        ?.cards.map(({ id }) => id);
    const known = [defaultGptId, 'a-english', 'd-unknown'];
    expect(order('en')).toEqual([...known, 'z-used', 'b-taiwan', 'c-german']);
    expect(order('de')).toEqual(['c-german', ...known, 'z-used', 'b-taiwan']);
    expect(order('zh_TW')).toEqual(['b-taiwan', ...known, 'z-used', 'c-german']);
    expect(order('zh')).toEqual(order('zh_TW'));
  });

  it('exist without GPTs', () => {
    const empty = emptyContext();
    expect(homePages(empty)).toHaveLength(languages.length);
  });

  it('list each category, in any script', () => {
    const paths = categoryPages(context).map(({ frame }) => frame.path);
    expect(paths).toContain('/en/categories/law-and-money');
    expect(paths).toContain('/ja/categories/%E6%95%99%E8%82%B2');
  });
});

const noChange = {
  type: 'model',
  title: null,
  group: null,
  price: null,
  max_input_tokens: null,
  step_tokens: null,
  max_output_tokens: null,
  position: null,
  hidden: false,
  tips: null,
  upstream: null,
} as const;

/** The page of prices with an operator's changes, in a language. */
function pricedWith(
  lines: readonly Partial<Extract<SnapshotLine, { type: 'model' }>>[],
  day = '2026-03-08',
  language = 'en',
) {
  const all = lines.map((line) => ({ ...noChange, id: '', coming_prices: [], ...line }));
  const changed = parseSnapshot(Buffer.from(snapshotText(day, all)));
  const page = pricingPages(contextOf(changed)).find(({ frame }) => frame.language === language);
  if (!page) throw new Error(`No page in ${language}`);
  return page;
}

describe('the page of prices', () => {
  it('shows the start of a later price, which no clock decides', () => {
    const coming_prices = [{ price: 3, from: '2026-12-01T00:00:00.000Z' }];
    const page = pricedWith([{ id: 'claude-2', price: 7, coming_prices }]);
    expect(page.models.find(({ id }) => id === 'claude-2')).toMatchObject({
      price: 7,
      coming: coming_prices,
    });
  });

  it('shows the price of every model, the plans and the packs', () => {
    const [view] = pricingPages(context);
    expect(view?.models.map(({ id, price }) => [id, price])).toEqual(
      models.map(({ id, price }) => [id, price]),
    );
    expect(view).toMatchObject({ gptPrice: 1, yearlyPercentOff: 20, advertisedProQueries: 1_500 });
    expect(view?.packs.map(({ credits }) => credits)).toEqual([500, 1_000]);
  });

  it('promotes Pro only if it can be bought', () => {
    const promoted = (environment: Record<string, string>) =>
      pricingPages(contextOf(context.snapshot, environment))[0]?.prices.flatMap(
        ({ product, promoted: found }) => (found ? [[product, found.percentOff]] : []),
      );
    expect(promoted({})).toEqual([]);
    const plans = [
      ['pro_month', 38],
      ['pro_year', 38],
    ];
    const selling = { OPERATOR_JSON: '{"paymentMethods":["stripe"]}' };
    expect(promoted(selling)).toEqual([...plans, ...plans]);
  });

  it('shows yuan first in Simplified Chinese, and US dollars in other languages', () => {
    const first = pricingPages(context).map(({ frame, currencies }) => [
      frame.language,
      currencies[0],
    ]);
    expect(first.filter(([, currency]) => currency === 'CNY')).toEqual([['zh', 'CNY']]);
    expect(first.filter(([, currency]) => currency === 'USD')).toHaveLength(languages.length - 1);
  });

  it('computes from this server’s prices how many questions a month of Basic pays for', () => {
    // 200 credits a week, before 29 November 2026.
    expect(pricedWith([]).basicQueries).toEqual({ gpt4: 216, dalle: 216, gpts: 867 });
    const expensive = [{ id: 'gpt-4-turbo', price: 7 }];
    expect(pricedWith(expensive).basicQueries).toEqual({ gpt4: 123, dalle: 216, gpts: 867 });
    for (const change of [{ hidden: true }, { price: 0 }, { price: 900 }]) {
      const { basicQueries } = pricedWith([{ id: 'dall-e-3', ...change }]);
      expect(basicQueries).toEqual({ gpt4: 216, dalle: null, gpts: 867 });
    }
  });

  it('counts questions to GPTs for both plans if neither GPT-4 nor DALL·E is offered', () => {
    const neither = ['gpt-4-turbo', 'dall-e-3'].map((id) => ({ id, hidden: true }));
    const { basicQueries, proQueries } = pricedWith(neither);
    expect(basicQueries).toEqual({ gpt4: null, dalle: null, gpts: 867 });
    expect(proQueries).toEqual({ gpt4: null, dalle: null, gpts: 13_500 });
  });

  it('shows the operator’s changes: prices, order, titles, tips, added and hidden models', () => {
    const added = { title: 'Own', group: 'llama', price: 2, max_input_tokens: 8_000 } as const;
    const page = pricedWith([
      { id: 'claude-3-opus', price: 12, position: 1, tips: { en: 'Thorough.', de: 'Gründlich.' } },
      { id: 'gpt-4-turbo', title: 'GPT-4 Turbo' },
      { id: 'suno-v3', hidden: true },
      { id: 'own-model', ...added, max_output_tokens: 1_000 },
      { id: 'half-a-model', ...added },
    ]);
    const ids = page.models.map(({ id }) => id);
    expect(ids[0]).toBe('claude-3-opus');
    expect(ids).toHaveLength(models.length);
    expect(ids.indexOf('own-model')).toBe(ids.indexOf('gpt-oss-120b') + 1);
    expect(ids).not.toContain('suno-v3');
    expect(page.models[0]).toMatchObject({ price: 12, tip: 'Thorough.', shipped: true });
    expect(page.models.find(({ id }) => id === 'gpt-4-turbo')).toMatchObject({
      title: 'GPT-4 Turbo',
      price: 4,
      tip: null,
    });
    expect(page.models.find(({ id }) => id === 'own-model')).toMatchObject({ shipped: false });
    const opus = [{ id: 'claude-3-opus', tips: { en: 'Thorough.', de: 'Gründlich.' } }];
    const tipIn = (language: string) =>
      pricedWith(opus, '2026-03-08', language).models.find(({ id }) => id === 'claude-3-opus')?.tip;
    expect([tipIn('de'), tipIn('ja')]).toEqual(['Gründlich.', 'Thorough.']);
  });

  it('names the successor of a model from its shutdown on, unless the operator still runs it', () => {
    const stateOn = (day: string, upstream: string | null = null) =>
      pricedWith([{ id: 'gpt-4o-mini', upstream }], day).models.find(
        ({ id }) => id === 'gpt-4o-mini',
      )?.state;
    expect(stateOn('2027-01-13')).toBeUndefined();
    expect(stateOn('2027-01-14')).toBe('replaced');
    expect(stateOn('2027-01-14', 'gpt-4o-mini')).toBeUndefined();
  });

  it('marks models that are closed or have no provider, and promises no queries to them', () => {
    const unavailable = new Map([
      ['gpt-4o-mini', '2027-01-14'],
      ['dall-e-3', null],
    ]);
    const [page] = pricingPages(contextOf({ ...context.snapshot, unavailable }));
    const states = page?.models.filter(({ id }) => unavailable.has(id));
    expect(states?.map(({ id, state }) => [id, state])).toEqual([
      ['gpt-4o-mini', 'unavailable'],
      ['dall-e-3', 'unavailable'],
    ]);
    expect(page).toMatchObject({ basicQueries: { dalle: null }, advertisedProQueries: null });
  });

  it('promises no queries that the credits of Pro do not cover', () => {
    const promised = (price: number) =>
      pricedWith([{ id: 'dall-e-3', price }]).advertisedProQueries;
    expect([promised(4), promised(5)]).toEqual([1_500, null]);
    expect(pricedWith([{ id: 'dall-e-3', hidden: true }]).advertisedProQueries).toBeNull();
  });
});
