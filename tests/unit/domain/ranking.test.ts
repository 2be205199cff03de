import { describe, expect, it } from 'vitest';
import { dayOf, isDay } from '#domain/dates.ts';
import { byRank, closedPeriods, growthRate, newestClosedPeriod } from '#domain/ranking.ts';

describe('the periods of a ranking', () => {
  it.each([
    ['daily', { value: '2026-02-28', from: '2026-02-28', to: '2026-02-28' }],
    ['weekly', { value: '2026-02-16', from: '2026-02-16', to: '2026-02-22' }],
    ['monthly', { value: '2026-02', from: '2026-02-01', to: '2026-02-28' }],
  ] as const)('end, for %s, before the first of March', (range, period) => {
    expect(newestClosedPeriod(range, '2026-03-01')).toEqual(period);
  });

  it('go back from the newest to the first day of data', () => {
    const values = closedPeriods('monthly', '2026-03-15', '2025-12-31', 10);
    expect(values.map(({ value }) => value)).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(closedPeriods('weekly', '2026-03-15', undefined, 10)).toEqual([]);
  });

  it('are named by days as YYYY-MM-DD', () => {
    expect(dayOf(new Date('2026-03-01T23:59:59Z'))).toBe('2026-03-01');
    expect(['2026-02-28', '2026-02-30', '2026-2-3', '20260203'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the order of a ranking', () => {
  it('is growth, then rate, then id', () => {
    const rows = [
      { id: 'b', growth: 10, rate: 0.1 },
      { id: 'a', growth: 10, rate: 0.1 },
      { id: 'c', growth: 10, rate: 0.2 },
      { id: 'd', growth: 11, rate: 0 },
    ];
    expect(rows.toSorted(byRank).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('compares growth with the period before, or with 50 where there was less', () => {
    expect([growthRate(150, 100), growthRate(60, 10), growthRate(0, 200)]).toEqual([0.5, 1, -1]);
  });
});
