import { expect, it } from 'vitest';
import { BoundedMemo } from '#domain/boundedMemo.ts';

it('forgets the key that was used longest ago', () => {
  const memo = new BoundedMemo<number>(2);
  memo.set('one', 1);
  memo.set('two', 2);
  expect(memo.get('one')).toBe(1);
  memo.set('three', 3);
  expect(memo.get('two')).toBeUndefined();
  expect([memo.get('one'), memo.get('three')]).toEqual([1, 3]);
});

it('replaces a value without forgetting another', () => {
  const memo = new BoundedMemo<number>(2);
  memo.set('one', 1);
  memo.set('two', 2);
  memo.set('two', 3);
  expect([memo.get('one'), memo.get('two')]).toEqual([1, 3]);
});
