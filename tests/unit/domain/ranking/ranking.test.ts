import { describe, expect, it } from 'vitest';
import { dayOf, isDay } from '#domain/dates.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import {
  periodOf,
  periodsEndingOn,
  previousPeriod,
  risingFirst,
  trendOf,
} from '#domain/ranking/ranking.ts';

describe('the periods of a ranking', () => {
  it('end with their last day', () => {
    const endingOn = (day: string) =>
      periodsEndingOn(day).map(({ range, period: { value, from } }) => [range, value, from]);
    expect(endingOn('2026-03-02')).toEqual([['daily', '2026-03-02', '2026-03-02']]);
    expect(endingOn('2026-05-31')).toEqual([
      ['daily', '2026-05-31', '2026-05-31'],
      ['weekly', '2026-05-25', '2026-05-25'],
      ['monthly', '2026-05', '2026-05-01'],
    ]);
  });

  it('are found by their names', () => {
    expect(periodOf('weekly', '2026-12-28')).toEqual({
      value: '2026-12-28',
      from: '2026-12-28',
      to: '2027-01-03',
    });
    expect(periodOf('monthly', '2028-02')?.to).toBe('2028-02-29');
    const wrong = [
      periodOf('weekly', '2026-12-29'),
      periodOf('monthly', '2026-13'),
      periodOf('monthly', '2026-01-01'),
      periodOf('daily', '2026-02-30'),
      periodOf('daily', '2026-02'),
    ];
    expect(wrong.every((period) => period === undefined)).toBe(true);
  });

  it('follow each other without a gap', () => {
    const month = { value: '2026-03', from: '2026-03-01', to: '2026-03-31' };
    expect(previousPeriod('monthly', month)).toEqual(periodOf('monthly', '2026-02'));
    const week = { value: '2026-01-05', from: '2026-01-05', to: '2026-01-11' };
    expect(previousPeriod('weekly', week)).toEqual(periodOf('weekly', '2025-12-29'));
  });

  it('have a trend of up to twelve periods, back to the first day of data', () => {
    const month = { value: '2026-03', from: '2026-03-01', to: '2026-03-31' };
    const values = (firstDay: string) =>
      trendOf('monthly', month, firstDay).map(({ value }) => value);
    expect(values('2026-01-31')).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(values('2026-03-31')).toEqual(['2026-03']);
    expect([values('2020-01-01').length, values('2020-01-01')[0]]).toEqual([12, '2025-04']);
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

describe('growth', () => {
  it('is compared with the period before, or with 50 if that had less', () => {
    expect([growthRate(150, 100), growthRate(60, 10), growthRate(0, 200)]).toEqual([0.5, 1, -1]);
  });
});

describe('rising GPTs', () => {
  it('gained at least 20 chats and more than before: by rate, then growth, then id', () => {
    const rows = [
      { id: 'big', growth: 900, rate: 0.1 },
      { id: 'b', growth: 20, rate: 0.4 },
      { id: 'a', growth: 20, rate: 0.4 },
      { id: 'more', growth: 21, rate: 0.4 },
      { id: 'few', growth: 19, rate: 9 },
      { id: 'same', growth: 50, rate: 0 },
      { id: 'fell', growth: 800, rate: -0.1 },
    ];
    expect(risingFirst(rows).map(({ id }) => id)).toEqual(['more', 'a', 'b', 'big']);
  });
});
