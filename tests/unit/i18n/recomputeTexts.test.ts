import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { recomputeTexts } from '#i18n/recomputeTexts.ts';

const compared = {
  state: 'compared',
  all: 100,
  wrong: 0,
  areSumsEqual: true,
  problems: [],
  before: '2026-03-02',
  recounts: [],
} as const;

const textsOf = (comparison: Parameters<typeof recomputeTexts>[0], language: Language = 'en') =>
  recomputeTexts(comparison, 'weekly', language, allTexts(language).t);

describe('the sentences about a recomputed ranking', () => {
  it('say that all is equal, and how far the chain goes back', () => {
    expect(textsOf(compared).map(({ text }) => text)).toEqual([
      'All 100 places are equal.',
      expect.stringContaining('The chain of records is unbroken back to Mar 2'),
    ]);
    expect(textsOf({ ...compared, before: null })[1]?.text).toContain('first record');
    expect(textsOf({ ...compared, before: undefined })[1]?.tone).toBe('neutral');
  });

  it('never call a broken chain unbroken, and name a recount with its reason', () => {
    const recounts = [{ recorded: '2026-03-09T06:00:00.000Z', reason: 'A day came late' }];
    const texts = textsOf({ ...compared, wrong: 1, problems: ['previous', 'inputs'], recounts });
    expect(texts.map(({ tone }) => tone)).toEqual(['negative', 'negative', 'negative', 'neutral']);
    expect(texts.map(({ text }) => text).join(' ')).toContain('Reason: A day came late');
    expect(texts.map(({ text }) => text).join(' ')).not.toContain('unbroken');
    expect(textsOf({ ...compared, problems: null }).map(({ tone }) => tone)).toEqual([
      'positive',
      'neutral',
    ]);
  });

  it.each(languages)('are whole in %s', (language) => {
    const problems = ['record', 'previous', 'removed', 'inputs', 'result'];
    const recounts = [{ recorded: '2026-03-09T06:00:00.000Z', reason: 'X' }];
    const all = [
      ...textsOf({ state: 'missing' }, language),
      ...textsOf({ state: 'invalid' }, language),
      ...textsOf({ state: 'version' }, language),
      ...textsOf(compared, language),
      ...textsOf({ ...compared, wrong: 2, areSumsEqual: false, problems, recounts }, language),
    ];
    for (const { text } of all) expect(text).not.toMatch(/recompute|\{\{/);
  });
});
