import { describe, expect, it } from 'vitest';
import { passedLimit, startsOfPeriods } from '#domain/credits/creditLimits.ts';
import { fillSpan, keysOfSpan } from '#domain/credits/creditUsage.ts';

describe('own limits', () => {
  it('are passed by more than the limit, the day before the month', () => {
    const spent = { day: 4, month: 9 };
    expect(passedLimit({ day: 5, month: 10 }, spent, 1)).toBeUndefined();
    expect(passedLimit({ day: 5, month: 10 }, spent, 2)).toBe('day');
    expect(passedLimit({ day: null, month: 10 }, spent, 2)).toBe('month');
    expect(passedLimit({ day: null, month: null }, spent, 1_000)).toBeUndefined();
  });

  it('begin at midnight UTC', () => {
    const { day, month } = startsOfPeriods(new Date('2026-03-31T23:59:59.999Z'));
    expect([day.toISOString(), month.toISOString()]).toEqual([
      '2026-03-31T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
  });
});

describe('usage', () => {
  it('has a row for each day and month of its span, also without questions', () => {
    expect(keysOfSpan('day', '2026-02-27', '2026-03-01')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    const months = keysOfSpan('month', '2026-02-27', '2026-03-01') ?? [];
    const march = { key: '2026-03', name: null, questions: 2, credits: 3 };
    expect(fillSpan([march], months)).toEqual([
      { key: '2026-02', name: null, questions: 0, credits: 0 },
      march,
    ]);
    expect(keysOfSpan('model', '2026-02-27', '2026-03-01')).toBeUndefined();
  });
});
