import { expect, it } from 'vitest';
import { questionsLeft } from '#domain/credits/lowCredits.ts';

it.each([
  [10, 1, undefined],
  [3, 1, undefined],
  [2, 1, 2],
  [1, 1, 1],
  [0, 1, undefined],
  [29, 10, 2],
  [30, 10, undefined],
  [9, 10, undefined],
  [5, 0, undefined],
])('a balance of %i at %i a question pays for few: %s', (credit, price, left) => {
  expect(questionsLeft(credit, price)).toBe(left);
});
