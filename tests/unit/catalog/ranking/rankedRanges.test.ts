import { describe, expect, it } from 'vitest';
import { rankedRanges } from '#catalog/ranking/rankedRanges.ts';

const period = {
  value: '2026-02',
  from: '2026-02-01',
  to: '2026-02-28',
} as Parameters<typeof rankedRanges>[0]['periods']['monthly'][number];

describe('the ranges that have a ranking', () => {
  it('are those with a frozen period, and all time', () => {
    const none = { daily: [], weekly: [], monthly: [] };
    expect(rankedRanges({ periods: none })).toEqual(['all']);
    expect(rankedRanges({ periods: { ...none, daily: [period] } })).toEqual(['all', 'daily']);
    expect(rankedRanges({ periods: { ...none, monthly: [period] } })).toEqual([
      'all',
      'monthly',
      'categories',
    ]);
  });
});
