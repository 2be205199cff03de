import { describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { chartText } from '#i18n/chartText.ts';

describe('the words of a chart', () => {
  it('describe a single day without counting it', () => {
    expect(chartText('en', 15_000, 1, '2026-03-01')).toBe('15,000 chats on Mar\u00a01,\u00a02026.');
    expect(chartText('en', 1, 1, '2026-03-01')).toBe('1 chat on Mar\u00a01,\u00a02026.');
    expect(chartText('de', 1, 1, '2026-03-01')).toBe('1 Chat am 01.03.2026.');
    expect(chartText('fr', 1_000_000, 1, '2026-03-01')).toMatch(
      /^1.000.000 conversations le 1\smars/,
    );
    for (const language of languages) {
      expect(chartText(language, 3, 1, '2026-03-01')).not.toContain('{{');
    }
  });

  it('describe several days by their number', () => {
    expect(chartText('en', 1, 2, '2026-03-01')).toBe(
      '1 chat in the 2 days up to Mar\u00a01,\u00a02026.',
    );
    expect(chartText('vi', 20, 90, '2026-03-01')).toContain('90 ngày');
  });
});
