import { describe, expect, it } from 'vitest';
import { type TimedRange, periodOf } from '#domain/ranking/ranking.ts';
import type { Language } from '#domain/languages/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { periodGroups, periodName, weekdayInitials } from '#i18n/periods.ts';

const periods = (range: TimedRange, ...values: readonly string[]) =>
  values.flatMap((value) => periodOf(range, value) ?? []);

const labelOf = (language: Language, day: string) => formatOf(language).day(day);

describe('the periods of a menu', () => {
  it('are days by their month, as a calendar has them', () => {
    const days = periods('daily', '2026-03-02', '2026-03-01', '2026-02-28', '2026-02-27');
    expect(periodGroups('en', 'daily', days)).toEqual([
      {
        name: 'March 2026',
        items: [
          { value: '2026-03-01', name: '1', label: labelOf('en', '2026-03-01'), column: 7 },
          { value: '2026-03-02', name: '2', label: labelOf('en', '2026-03-02') },
        ],
      },
      {
        name: 'February 2026',
        items: [
          { value: '2026-02-27', name: '27', label: labelOf('en', '2026-02-27'), column: 5 },
          { value: '2026-02-28', name: '28', label: labelOf('en', '2026-02-28') },
        ],
      },
    ]);
    expect(periodGroups('ja', 'daily', periods('daily', '2026-03-01'))[0]).toEqual({
      name: joinDate('2026年3月'),
      items: [{ value: '2026-03-01', name: '1', label: labelOf('ja', '2026-03-01'), column: 7 }],
    });
  });

  it('begin below their weekday, also after a day without a ranking', () => {
    const days = periods('daily', '2026-03-06', '2026-03-04', '2026-03-03');
    const [{ items } = { items: [] }] = periodGroups('en', 'daily', days);
    expect(items.map(({ name, column }) => [name, column])).toEqual([
      ['3', 2],
      ['4', undefined],
      ['6', 5],
    ]);
    expect(weekdayInitials('en')).toEqual(['M', 'T', 'W', 'T', 'F', 'S', 'S']);
    expect(weekdayInitials('zh')).toEqual(['一', '二', '三', '四', '五', '六', '日']);
  });

  it('are weeks by the year of their Monday, newest first', () => {
    const weeks = periods('weekly', '2026-01-12', '2026-01-05', '2025-12-29');
    const groups = periodGroups('de', 'weekly', weeks);
    expect(groups.map(({ name, items }) => [name, items.map(({ value }) => value)])).toEqual([
      ['2026', ['2026-01-12', '2026-01-05']],
      ['2025', ['2025-12-29']],
    ]);
    expect(groups[0]?.items[0]?.name).toBe('12.–18. Jan.');
  });

  it('are months by their year', () => {
    const months = periods('monthly', '2026-02', '2026-01', '2025-12');
    expect(periodGroups('fr', 'monthly', months).map(({ items }) => items)).toEqual([
      [
        { value: '2026-01', name: 'janvier' },
        { value: '2026-02', name: 'février' },
      ],
      [{ value: '2025-12', name: 'décembre' }],
    ]);
  });
});

describe('a period', () => {
  it('is named by its day, its span, or its month', () => {
    const [day, week, month] = [
      ...periods('daily', '2026-03-02'),
      ...periods('weekly', '2026-03-02'),
      ...periods('monthly', '2026-02'),
    ];
    if (!day || !week || !month) throw new Error('These are periods');
    expect(periodName('en', 'daily', day)).toBe('Mar\u00a02,\u00a02026');
    expect(periodName('en', 'weekly', week)).toMatch(/^Mar 2\s–\s8, 2026$/);
    expect(periodName('de', 'monthly', month)).toBe('Februar 2026');
  });
});
