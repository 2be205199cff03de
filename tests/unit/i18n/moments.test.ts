import { describe, expect, it } from 'vitest';
import { momentsOf } from '#i18n/moments.ts';

describe('momentsOf', () => {
  it.each([
    ['en', '2:15 PM', '9:05 AM'],
    ['ko', '오후 2:15', '오전 9:05'],
    ['zh_TW', '下午2:15', '上午9:05'],
    ['de', '14:15', '09:05'],
    ['zh', '14:15', '09:05'],
  ] as const)(
    'writes the hour of %s with a zero only on a clock of 24 hours',
    (language, ...both) => {
      const times = [new Date(2026, 1, 3, 14, 15), new Date(2026, 1, 3, 9, 5)];
      const { short, time } = momentsOf(language);
      expect(times.map((moment) => time(moment).replace(/\s/, ' '))).toEqual(both);
      for (const [index, moment] of times.entries()) {
        expect(short(moment).replaceAll(/\s/g, ' ')).toContain(both[index]);
      }
    },
  );
});
