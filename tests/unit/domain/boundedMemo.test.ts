import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { BoundedMemo } from '#domain/boundedMemo.ts';

it('drops the least recently used key', () => {
  const memo = new BoundedMemo<number>(2);
  memo.set('one', 1);
  memo.set('two', 2);
  expect(memo.get('one')).toBe(1);
  memo.set('three', 3);
  expect(memo.get('two')).toBeUndefined();
  expect([memo.get('one'), memo.get('three')]).toEqual([1, 3]);
});

it('replaces a value without dropping another', () => {
  const memo = new BoundedMemo<number>(2);
  memo.set('one', 1);
  memo.set('two', 2);
  memo.set('two', 3);
  expect([memo.get('one'), memo.get('two')]).toEqual([1, 3]);
});

it('keeps the most recently used values, at most as many others, and returns the dropped ones', () => {
  const uses = fc.array(fc.nat({ max: 12 }), { maxLength: 80 });
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 6 }), (keys, most) => {
      const kept = new Set<number>();
      const memo = new BoundedMemo<number>(most, (value) => kept.delete(value));
      for (const [index, key] of keys.entries()) {
        const lastUsed = [...new Set(keys.slice(0, index).toReversed())].slice(0, most);
        expect([...kept]).toEqual(expect.arrayContaining(lastUsed));
        expect(memo.get(`${key}`)).toBe(kept.has(key) ? key : undefined);
        const create = vi.fn(() => key);
        const isKept = kept.has(key);
        kept.add(key);
        expect(memo.getOrCreate(`${key}`, create)).toBe(key);
        expect(create).toHaveBeenCalledTimes(isKept ? 0 : 1);
        expect(kept.size).toBeLessThanOrEqual(2 * most);
      }
    }),
  );
});
