import { expect, it } from 'vitest';
import { clockTime } from '#islands/shared/clockTime.ts';

it('writes minutes and seconds, and hours only from one hour on', () => {
  expect([0, 5, 185, 3_599].map(clockTime)).toEqual(['0:00', '0:05', '3:05', '59:59']);
  expect([3_600, 7_199, 7_200].map(clockTime)).toEqual(['1:00:00', '1:59:59', '2:00:00']);
});

it('writes no negative time', () => {
  expect(clockTime(-3)).toBe('0:00');
});
