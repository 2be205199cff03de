import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { freshnessTexts } from '#i18n/rankingFreshness.ts';
import { translate } from '#i18n/browser.ts';
import { pickMessages } from '#i18n/messages.ts';

const spans = [
  { source: 'history', from: '2026-01-10', to: '2026-01-12' },
  { source: 'history', from: '2026-01-20', to: '2026-01-20' },
];

describe('the freshness of a ranking', () => {
  it('is shown as days and spans', () => {
    const t = translate(pickMessages('en', ['ranking']), 'en');
    expect(freshnessTexts({ dataUntil: '2026-01-30', still: spans }, 'en', t)).toEqual([
      'Data up to Jan\u00a030,\u00a02026.',
      'The source “history” reported no change from Jan\u00a010,\u00a02026 to Jan\u00a012,\u00a02026.',
      'The source “history” reported no change on Jan\u00a020,\u00a02026.',
    ]);
    expect(freshnessTexts({ dataUntil: null, still: [] }, 'en', t)).toEqual([]);
  });

  it.for(languages)('is shown in %s, of the newest five spans only', (language) => {
    const many = Array.from({ length: 9 }, () => spans).flat();
    const t = translate(pickMessages(language, ['ranking']), language);
    const texts = freshnessTexts({ dataUntil: '2026-01-30', still: many }, language, t);
    expect(texts).toHaveLength(6);
    expect(texts[1]).toContain('history');
    expect(new Set(texts).size).toBe(3);
  });
});
