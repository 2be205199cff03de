import { describe, expect, it } from 'vitest';
import { dueWarning } from '#domain/models/shutdowns.ts';

describe('dueWarning', () => {
  it.each([
    ['2026-11-01', undefined],
    ['2026-11-02', 60],
    ['2026-12-17', 60],
    ['2026-12-18', 14],
    ['2026-12-30', 14],
    ['2026-12-31', 1],
    ['2027-01-01', 0],
    ['2027-02-01', 0],
  ])('on %s is %s for a shutdown on 2027-01-01', (today, warning) => {
    expect(dueWarning('2027-01-01', today)).toBe(warning);
  });
});
