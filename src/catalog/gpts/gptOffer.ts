import type { BuildContext } from '#catalog/buildContext.ts';
import { memoise } from '#catalog/memoise.ts';
import { shownPrices } from '#catalog/pricing/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import { gptPrice } from '#domain/models/models.ts';
import { type Currency, toUnits } from '#domain/pricing/money.ts';
import { offers } from '#domain/pricing/offers.ts';

/** The amount to pay before the first question to a GPT, in units of the currency. */
export type GptOffer = { price: number; currency: Currency };

const free: GptOffer = { price: 0, currency: 'USD' };

/**
 * Returns the offer of every GPT for search engines. The first question is free if new accounts get enough credits, or if
 * nothing can be bought here. Otherwise it needs the cheapest product.
 */
export const gptOffer = memoise(({ snapshot, shop }: BuildContext): GptOffer => {
  if (shop.startingCredits >= gptPrice || shop.paymentMethods.length === 0) return free;
  const [cheapest] = shownPrices(publishingDay(snapshot), offers)
    .filter(({ currency }) => currency === free.currency)
    .map(({ regular, currency }) => toUnits({ amount: regular.total, currency }))
    .toSorted((one, other) => one - other);
  return cheapest === undefined ? free : { price: cheapest, currency: free.currency };
});
