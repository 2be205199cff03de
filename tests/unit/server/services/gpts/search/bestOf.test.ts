import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestOf } from '#server/services/gpts/search/bestOf.ts';

const gpts = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 4 }), key: fc.integer({ min: 0, max: 9 }) }),
  { selector: ({ id }) => id, maxLength: 300 },
);

it('returns any window of what sorting all of them gives', () => {
  fc.assert(
    fc.property(gpts, fc.nat(200), fc.integer({ min: 1, max: 120 }), (all, offset, size) => {
      const sorted = all.toSorted(
        (one, other) => other.key - one.key || (one.id < other.id ? -1 : 1),
      );
      expect(bestOf(all, offset, size)).toEqual(
        sorted.slice(offset, offset + size).map(({ id }) => id),
      );
    }),
  );
});
