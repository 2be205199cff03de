import type { Gpt } from '#contract/gpts.ts';
import { type Card, cardOf } from '#domain/card.ts';

const made = new WeakMap<Gpt, Card>();

/** The cards of GPTs. Each is made once, however many lists in however many languages show it. */
export function cardsOf(gpts: readonly Gpt[]): Card[] {
  return gpts.map((gpt) => {
    const card = made.get(gpt) ?? cardOf(gpt);
    made.set(gpt, card);
    return card;
  });
}
