import { RateLimiterRes } from 'rate-limiter-flexible';
import { expect, it } from 'vitest';
import { consume } from '#server/services/limits/takePoints.ts';

it.each([
  [3_600_004, 3_600],
  [3_599_001, 3_600],
  [61_000, 61],
  [3, 1],
])(
  'reports for %d ms that are left no more seconds than the limit has: %d',
  async (left, seconds) => {
    const limiter = {
      duration: 3_600,
      consume: () => Promise.reject(new RateLimiterRes(0, left, 11, false)),
    };
    expect(await consume(limiter, 'key')).toBe(seconds);
  },
);
