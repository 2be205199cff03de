import type { GuessLimits } from '#server/services/product/guessLimits.ts';

/** Wrong discount codes in an hour. Counted apart from gift codes, so that one field does not close the other. */
export const discountGuesses: GuessLimits = {
  user: { name: 'discount_user', points: 10 },
  network: { name: 'discount_network', points: 150 },
};
