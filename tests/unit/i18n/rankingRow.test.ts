import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';
import { type Place, placeTexts } from '#i18n/rankingRow.ts';

const place: Place = {
  growth: 12_345,
  rate: 0.5,
  movement: 3,
  isNew: false,
  isEstimated: false,
  trend: [0, 20_000, 12_345],
};

function textsOf(fields: Partial<Place> = {}, language: Language = 'en') {
  const t = translate(pickMessages(language, ['ranking'], 'row'), language);
  return placeTexts({ ...place, ...fields }, 'weekly', language, t);
}

describe('the texts of a place', () => {
  it('are numbers as the language writes them', () => {
    expect(textsOf()).toMatchObject({ growth: '12,345', rate: '+50%', estimated: null });
    expect(textsOf({}, 'de')).toMatchObject({ growth: '12.345', rate: '+50\u00a0%' });
    expect(textsOf({ isEstimated: true }).estimated).toBe('estimated');
  });

  it('describe a movement by kind, number, and the words around it', () => {
    const shownText = ({ before, shown, after }: ReturnType<typeof textsOf>['movement']) =>
      `${before}${shown}${after}`;
    expect(textsOf().movement).toMatchObject({ kind: 'up', shown: '3' });
    expect(textsOf({ movement: -12 }).movement).toMatchObject({ kind: 'down', shown: '12' });
    expect(shownText(textsOf().movement)).toBe('up 3');
    expect(shownText(textsOf({}, 'ja').movement)).toBe('3ランクアップ');
    expect(textsOf({ movement: 0 }).movement).toMatchObject({ kind: 'same', shown: '' });
    expect(textsOf({ movement: null }).movement).toMatchObject({ kind: 'none', shown: '' });
    expect(textsOf({ movement: null, isNew: true }).movement).toEqual({
      kind: 'new',
      before: '',
      shown: 'New',
      after: '',
    });
    for (const language of languages) {
      for (const movement of [1, -1, 0, null]) {
        expect(shownText(textsOf({ movement }, language).movement)).toMatch(/\p{L}/u);
      }
    }
  });

  it('describe the trend, and draw none of one period', () => {
    expect(textsOf().trend?.words).toBe('New chats in the last 3 weeks: from 0, at most 20K');
    expect(textsOf({ trend: [5] }).trend).toBeNull();
  });
});
