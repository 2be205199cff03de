import { describe, expect, it } from 'vitest';
import type { GptView } from '#catalog/gpts/gptPages.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { languages } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, makeSnapshot, nastyGpts, snapshotText } from '../../../fixtures/snapshot.ts';
import { gptPages } from '../../../setup/catalogViews.ts';

function pagesOf(gpts: readonly Gpt[]): GptView[] {
  const lines = gpts.map((gpt) => ({ type: 'gpt', gpt }) as const);
  return gptPages(contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines)))));
}

function pageOf(pages: readonly GptView[], id: string): GptView {
  const page = pages.find((view) => view.id === id);
  if (page === undefined) throw new Error(`There is no page of ${id}`);
  return page;
}

describe('the price on the page of a GPT', () => {
  it('is also money where credits are sold', () => {
    const moneyWith = (paymentMethods: readonly string[]) => {
      const lines = [{ type: 'gpt', gpt: makeGpt({ id: 'priced' }) } as const];
      const settings = { OPERATOR_JSON: JSON.stringify({ paymentMethods }) };
      const snapshot = parseSnapshot(Buffer.from(snapshotText('2026-11-08', lines)));
      return gptPages(contextOf(snapshot, settings)).map(({ money }) => money);
    };
    expect(moneyWith(['card'])).toContain('about 1 cent');
    expect(moneyWith(['card'])).toHaveLength(languages.length);
    expect(new Set(moneyWith([]))).toEqual(new Set([null]));
  });
});

describe('the model on the page of a GPT', () => {
  const models = {
    unavailable_models: [{ id: 'claude-2', closed: '2025-07-21' }],
    replaced_models: [{ id: 'gpt-3.5-turbo', name: 'gpt-6-luna' }],
  };

  it.each([
    ['gpt-3.5-turbo', 'GPT-6 luna'],
    ['claude-2', null],
    ['gpt-6-sol', 'GPT-6 sol'],
    ['removed-model', 'removed-model'],
  ])('is the one that answers: %s is shown as %s', (model, title) => {
    const [first = '', ...lines] = snapshotText('2026-11-08', [
      { type: 'gpt', gpt: makeGpt({ id: 'a', model }) },
    ]).split('\n');
    const text = [JSON.stringify({ ...JSON.parse(first), ...models }), ...lines].join('\n');
    const [view] = gptPages(contextOf(parseSnapshot(Buffer.from(text))));
    expect(view?.model).toBe(title);
  });
});

describe('the page of a GPT', () => {
  it('shows every field, and leaves out unknown ones', () => {
    const [view] = pagesOf([
      makeGpt({
        id: 'whole',
        name: 'Whole',
        tags: ['one', 'Two', 'two', ' \u001d '],
        rating: 4.5,
        ratings: 20,
        reviews: 12,
        imported_rating: 4.1,
        imported_reviews: 981,
        chats: 30,
        imported_chats: 10,
        capabilities: ['text'],
        welcome_message: 'Hello',
        prompt_starters: ['Begin', 'x'.repeat(2_000)],
      }),
    ]);
    expect(view).toMatchObject({
      name: 'Whole',
      author: 'Dolores',
      builder: 'Dolores',
      categories: ['writing'],
      tags: [
        { name: 'one', hasPages: false },
        { name: 'Two', hasPages: false },
      ],
      reviewed: { rating: 4.5, ratings: 20, total: 12 },
      imported: { rating: 4.1, reviews: 981 },
      chats: { total: 30, own: 20, imported: 10 },
      growth: null,
      ranks: null,
      capabilities: ['text'],
      welcome: 'Hello',
      starters: [{ text: 'Begin', isLong: false }, { isLong: true }],
      instructions: { html: '<p>Be brief.</p>\n', isLong: false },
      created: '2026-01-01',
      updated: '2026-02-01',
      history: null,
      origin: null,
    });
  });

  it('shows growth in the newest frozen week and the places in the newest frozen month', () => {
    const pages = gptPages(contextOf(parseSnapshot(Buffer.from(makeSnapshot('2026-03-08', 30)))));
    const view = pageOf(pages, 'fixture-0');
    expect(view.growth).toMatchObject({ from: '2026-03-02', to: '2026-03-08' });
    expect(view.growth?.rank).toBeGreaterThan(0);
    expect(view.ranks).toMatchObject({ month: '2026-02', places: [{ category: 'writing' }] });
    expect(view.history).toMatchObject({ lastDay: '2026-03-08', isOver: false });
  });

  it('shows related GPTs in languages that readers know, and a few others apart', () => {
    const gpts = ['es', 'ja', 'en', 'ja', 'es', 'en', 'es', 'es'].map((lang, index) =>
      makeGpt({ id: `${lang}-${index}`, lang, tags: ['poem'], author: `Author ${index}` }),
    );
    const pages = pagesOf([makeGpt({ id: 'asked', tags: ['poem'], author: 'Ada' }), ...gpts]);
    const shownIn = (language: string) =>
      pages
        .filter(({ id, frame }) => id === 'asked' && frame.language === language)
        .flatMap(({ related, relatedOthers }) => [related, relatedOthers])
        .map((cards) => cards.map(({ id }) => id));
    expect(shownIn('ja')).toEqual([
      ['ja-1', 'ja-3', 'en-2', 'en-5'],
      ['es-0', 'es-4', 'es-6'],
    ]);
    expect(shownIn('en')).toEqual([
      ['en-2', 'en-5'],
      ['es-0', 'es-4', 'es-6'],
    ]);
  });

  it('shows other GPTs of the author; each is shown on some page, and none twice', () => {
    const gpts = Array.from({ length: 9 }, (_, index) =>
      makeGpt({ id: `own-${index}`, author: index % 2 ? 'ADA' : 'Ada', categories: [`c${index}`] }),
    );
    const pages = pagesOf([...gpts, makeGpt({ id: 'other', author: 'Bob' })]);
    const shown = gpts.map(({ id }) => pageOf(pages, id).sameAuthor);
    for (const [index, { cards, total }] of shown.entries()) {
      expect(total).toBe(9);
      expect(cards).toHaveLength(3);
      expect(cards.map(({ id }) => id)).not.toContain(`own-${index}`);
    }
    expect(new Set(shown.flatMap(({ cards }) => cards.map(({ id }) => id))).size).toBe(9);
    expect(pageOf(pages, 'other').sameAuthor).toEqual({ cards: [], total: 1 });
    const alike = pagesOf(gpts.map((gpt) => ({ ...gpt, categories: ['same'] })));
    for (const { related, sameAuthor } of alike) {
      const ids = [...related, ...sameAuthor.cards].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('exists in every language for GPTs with unusual texts', () => {
    expect(pagesOf(nastyGpts)).toHaveLength(nastyGpts.length * languages.length);
  });
});
