import { describe, expect, it } from 'vitest';
import { homeRowsOf } from '#catalog/gpts/homeRows.ts';
import { suggestedGpts } from '#catalog/ranking/emptyRankings.ts';
import { parseSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Language } from '#domain/languages/languages.ts';
import { contextOf } from '../../../fixtures/buildContext.ts';
import { makeGpt, snapshotText } from '../../../fixtures/snapshot.ts';

function contextWith(ids: readonly string[]) {
  const lines = ids.map((id): SnapshotLine => {
    return { type: 'gpt', gpt: makeGpt({ id, chats: 0, imported_chats: null }) };
  });
  return contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
}

describe('the row of editors’ picks', () => {
  it('has the same GPTs as pages without a ranking', () => {
    const context = contextWith([
      'another',
      'itinerary-with-margins',
      'layover-guide',
      'trip-planner',
    ]);
    const { picks } = homeRowsOf(context, 'de');
    const suggested = suggestedGpts(context, 'de').picks.map(({ id }) => id);
    expect(picks?.slug).toBeNull();
    expect(picks?.gpts.map(({ id }) => id)).toEqual(suggested.slice(0, 3));
  });

  it('is left out without recommended GPTs', () => {
    expect(homeRowsOf(contextWith(['another']), 'en').picks).toBeNull();
  });
});

describe('the row of questions', () => {
  const startersOf = (id: string) => ['x'.repeat(200), `Which day trip fits ${id}?`];
  const gptsIn = (lang: string, category: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const id = `${lang}-${category}-${index}`;
      return makeGpt({ id, lang, categories: [category], prompt_starters: startersOf(id) });
    });
  const questionsIn = (language: Language, gpts: readonly Gpt[]) => {
    const lines = gpts.map((gpt): SnapshotLine => ({ type: 'gpt', gpt }));
    const context = contextOf(parseSnapshot(Buffer.from(snapshotText('2026-03-08', lines))));
    return homeRowsOf(context, language).questions;
  };

  it('has the first short starter of GPTs of different categories in the reader’s language', () => {
    const german = [
      ...gptsIn('de', 'fun', 3),
      ...gptsIn('de', 'law', 1),
      ...gptsIn('de', 'data', 1),
    ];
    const questions = questionsIn('de', [...gptsIn('en', 'fun', 9), ...german]);
    expect(questions.map(({ id }) => id).toSorted()).toEqual(['de-data-0', 'de-fun-0', 'de-law-0']);
    for (const { id, question } of questions) expect(question).toBe(startersOf(id)[1]);
  });

  it('asks nothing twice', () => {
    const common = ['What can you do?', 'what can you do?', 'WHAT CAN YOU DO?', 'What can you do?'];
    const gpts = common.map((text, index) =>
      makeGpt({
        id: `g-${index}`,
        prompt_starters: [text, ...(index < 3 ? [`Why ${index}?`] : [])],
      }),
    );
    const questions = questionsIn('en', gpts).map(({ question }) => question);
    expect(questions).toEqual(['What can you do?', 'Why 1?', 'Why 2?']);
  });

  it('is completed in English, never in another language, and else left out', () => {
    const gpts = [...gptsIn('de', 'fun', 1), ...gptsIn('en', 'fun', 2), ...gptsIn('ja', 'law', 2)];
    expect(questionsIn('de', gpts).map(({ id }) => id)).toEqual([
      'de-fun-0',
      'en-fun-0',
      'en-fun-1',
    ]);
    expect(questionsIn('en', gpts)).toEqual([]);
  });
});

describe('the prices above the rows', () => {
  it('say what a credit costs in money where credits are sold', () => {
    const pricesWith = (paymentMethods: readonly string[], language: Language) =>
      homeRowsOf(
        contextOf(parseSnapshot(Buffer.from(snapshotText('2026-11-08', []))), {
          OPERATOR_JSON: JSON.stringify({ paymentMethods }),
        }),
        language,
      ).prices;
    expect(pricesWith(['card'], 'en').credit).toBe('about 1 cent');
    expect(pricesWith(['card'], 'zh').credit).toContain('元');
    expect(pricesWith([], 'en').credit).toBeNull();
  });
});
