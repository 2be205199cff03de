import { expect, it } from 'vitest';
import { codeLimits, mailLimits } from '#server/services/limits/codeLimits.ts';
import { guessLimits } from '#server/services/limits/guessLimits.ts';
import * as limits from '#server/services/limits/limits.ts';
import { discountGuesses, giftGuesses } from '#server/services/limits/readGuesses.ts';

const groups = [
  ...Object.values(limits),
  codeLimits,
  mailLimits(60),
  guessLimits,
  giftGuesses,
  discountGuesses,
];

it('gives every limit a different name', () => {
  const names = groups.flatMap((group) => Object.values(group).map(({ name }) => name));
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});
