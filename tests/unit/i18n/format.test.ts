import { describe, expect, it } from 'vitest';
import { type Language } from '#domain/languages/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { unbroken } from '#i18n/joinDate.ts';
import { momentsOf } from '#i18n/moments.ts';
import { periodName } from '#i18n/periods.ts';

describe('formatOf', () => {
  it('writes numbers as the language does', () => {
    expect(formatOf('en').number(1_234_567)).toBe('1,234,567');
    expect(formatOf('de').number(1_234_567)).toBe('1.234.567');
    expect(formatOf('en').short(12_330)).toBe('12.3K');
    expect(formatOf('zh').short(12_330)).toBe('1.23万');
  });

  it('separates thousands of compact numbers as those of exact ones', () => {
    expect(formatOf('de').short(8_120)).toBe('8.120');
    expect(formatOf('de').rough(8_100)).toBe('8.100');
    expect(formatOf('zh').short(8_120)).toBe('8,120');
    expect(formatOf('en').short(8_120)).toBe('8.12K');
  });

  it('signs a change, except zero', () => {
    expect(formatOf('en').change(0.128)).toBe('+13%');
    expect(formatOf('en').change(-0.5)).toBe('−50%');
    expect(formatOf('en').change(0)).toBe('0%');
  });

  it('signs a number, except zero, with a minus that is as wide as the plus', () => {
    expect([12, 0, -3].map(formatOf('en').signed)).toEqual(['+12', '0', '−3']);
    expect(formatOf('de').change(-0.07).replace(/\s/, ' ')).toBe('−7 %');
  });

  it('spells out Vietnamese thousands', () => {
    expect(formatOf('vi').short(201_000).replace(/\s/, ' ')).toBe('201 nghìn');
    expect(formatOf('vi').rough(1_230_000).replace(/\s/, ' ')).toBe('1,2 triệu');
    expect(formatOf('de').short(201_000)).toBe('201.000');
  });

  it('shows a change above 999 per cent only as such', () => {
    expect(formatOf('en').change(9.994)).toBe('+999%');
    expect(formatOf('en').change(9.996)).toBe('>999%');
    expect(formatOf('en').change(20_000)).toBe('>999%');
    expect(formatOf('ja').change(20_000)).toBe('>999%');
    expect(formatOf('de').change(20_000).replace(/\s/g, ' ')).toBe('>999 %');
  });

  it('writes money from minor units', () => {
    expect(formatOf('en').money(2_899, 'USD')).toBe('$28.99');
    expect(formatOf('zh').money(20_700, 'CNY')).toBe('¥207.00');
  });

  it('joins a list as the language does', () => {
    const list = (language: Language) => formatOf(language).list(['A', 'B', 'C']);
    expect([list('en'), list('de'), list('zh')]).toEqual(['A, B, C', 'A, B und C', 'A、B和C']);
  });

  it('writes the same day in any time zone of the machine', () => {
    expect(formatOf('en').day('2026-01-01')).toBe(unbroken('Jan 1, 2026'));
    expect(formatOf('en').month('2026-02')).toBe('February 2026');
  });
});

describe('a date in Chinese or Japanese', () => {
  /** Shows the joiners, which are invisible. */
  const seen = (text: string) => text.replaceAll('\u2060', '+');

  it('ends no line between a number and its unit, also with a time', () => {
    for (const language of ['zh', 'zh_TW', 'ja'] as const) {
      expect(seen(formatOf(language).month('2026-03'))).toBe('2026+年+3+月');
      expect(seen(formatOf(language).day('2026-11-29'))).toBe('2026+年+11+月+29+日');
    }
    expect(seen(momentsOf('zh').short(new Date(2020, 2, 9, 8, 5)))).toContain('2020+年+3+月+9+日');
  });

  it('ends no line within a span, except before a second year', () => {
    const weeks = [
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
      ['2025-12-29', '2026-01-04'],
    ] as const;
    const [chinese, taiwanese, japanese] = (['zh', 'zh_TW', 'ja'] as const).map((language) =>
      weeks.map(([from, to]) => seen(formatOf(language).span(from, to))),
    );
    expect(chinese).toEqual([
      '2026+年+11+月+23+日+至+29+日',
      '2026+年+11+月+30+日+至+12+月+6+日',
      '2025+年+12+月+29+日+至2026+年+1+月+4+日',
    ]);
    expect(taiwanese).toEqual(chinese);
    expect(japanese).toEqual(chinese?.map((span) => span.replace('至', '～')));
    expect(seen(formatOf('ja').spanInYear('2026-11-30', '2026-12-06'))).toBe(
      '11+月+30+日+～+12+月+6+日',
    );
  });

  it('stays as it is elsewhere', () => {
    expect(formatOf('de').day('2026-11-29')).toBe('29.11.2026');
    expect(seen(formatOf('zh').number(12_345))).toBe('12,345');
  });
});

describe('periodName', () => {
  it('names a day, a span and a month', () => {
    const period = { value: '2026-11-09', from: '2026-11-09', to: '2026-11-15' };
    expect(periodName('en', 'daily', period)).toBe(unbroken('Nov 9, 2026'));
    expect(periodName('en', 'weekly', period)).toMatch(/^Nov 9\s?–\s?15, 2026$/u);
    const month = { value: '2026-02', from: '2026-02-01', to: '2026-02-28' };
    expect(periodName('en', 'monthly', month)).toBe('February 2026');
  });
});

describe('an unbroken span', () => {
  it.each(['de', 'en', 'fr', 'ko', 'vi'] as const)(
    'has no place where a line may end, in %s',
    (language) => {
      const text = unbroken(formatOf(language).span('2026-11-23', '2026-11-29'));
      expect(text).toMatch(/2026/);
      expect(text).not.toMatch(/[ \u2009]|–(?!\u2060)/);
    },
  );
});
