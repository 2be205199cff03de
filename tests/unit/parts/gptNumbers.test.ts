import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { type Figures, gptNumbers } from '#parts/gptNumbers.ts';

const week = { from: '2026-03-02', to: '2026-03-08', growth: 40, rate: 0.5, rank: null };
const figures = (users: number | null): Figures => ({
  chats: { total: 90, own: 90, imported: null },
  imported: { rating: null, reviews: null },
  growth: { ...week, isEstimated: false, users },
  ranks: null,
  reviewed: { rating: null, ratings: 0, total: 0 },
  reviewsHref: null,
});

describe('the numbers of a GPT', () => {
  it.each(languages)(
    'show the people of the newest week, if there are enough, in %s',
    (language) => {
      const texts = allTexts(language);
      const label = texts.t('gpt.people');
      expect(gptNumbers(texts, figures(1_234), null).html).toMatch(
        new RegExp(`${label}.*1[.,\\s]?234`, 's'),
      );
      expect(gptNumbers(texts, figures(null), null).html).not.toContain(label);
    },
  );

  it('count chats of this site only if there are any', () => {
    const noteOf = (own: number) => {
      const chats = { total: own + 60, own, imported: 60 };
      return gptNumbers(allTexts('en'), { ...figures(null), chats }, null).html;
    };
    expect(noteOf(30)).toContain('30 here · 60 imported');
    expect(noteOf(0)).toContain('<span class="fact-note">60 imported</span>');
  });

  it('have the names of the columns of the ranking, and are explained as growth', () => {
    const texts = allTexts('en');
    const { html } = gptNumbers(texts, figures(null), null);
    for (const name of ['ranking.column.growth', 'ranking.column.rate']) {
      expect(html).toContain(`<dt>${texts.t(name)}</dt>`);
    }
    expect(html).toContain('>Growth in the week of ');
    expect(html).toContain('>Growth rate compared with the week before<');
  });
});
