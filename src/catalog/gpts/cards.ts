import { memoise } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Card, cardOf } from '#domain/gpts/card.ts';

/** Returns the cards of GPTs. */
export function cardsOf(gpts: readonly Gpt[]): Card[] {
  return gpts.map(cardOfGpt);
}

/** Memoised, because many lists in eight languages have the same GPT. */
const cardOfGpt = memoise((gpt: Gpt): Card => cardOf(gpt));
