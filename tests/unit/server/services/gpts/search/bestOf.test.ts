import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestOf } from '#server/services/gpts/search/bestOf.ts';

it('returns the same window as sorting all items', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 1_000, size: 'max' });
  fc.assert(
    fc.property(keys, fc.nat(900), fc.integer({ min: 0, max: 120 }), (all, offset, size) => {
      const idOf = (number: number) => String((number * 7_919) % 1_009);
      const numbers = all.map((_, number) => number);
      const sorted = numbers.toSorted(
        (one, other) => (all[other] ?? 0) - (all[one] ?? 0) || (idOf(one) < idOf(other) ? -1 : 1),
      );
      expect(bestOf(numbers, { keys: all, idOf }, { offset, size })).toEqual(
        sorted.slice(offset, offset + size),
      );
    }),
  );
});
