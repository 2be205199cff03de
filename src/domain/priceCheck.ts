import type { Day } from '#domain/dates.ts';
import { defaultMediaOptions, isMediaKind } from '#domain/media.ts';
import type { Currency } from '#domain/money.ts';
import type { Model } from '#domain/models.ts';
import { type Offers, offers } from '#domain/offers.ts';
import { type Product, creditsOf, products } from '#domain/plans.ts';
import { quote } from '#domain/quote.ts';
import {
  type MediaPrice,
  type TokenCounts,
  type TokenPrice,
  costOf,
  mediaCostOf,
  mediaPrices,
  tokenPriceOf,
} from '#domain/upstreamPrices.ts';

/**
 * Tokens of a typical question with history, and of its answer. They estimate a model's costs before there are answers.
 */
export const usualQuestion: TokenCounts = { input: 600, output: 300 };

/** Least number of answers for a measured cost. */
export const leastSeen = 50;

/** Largest number of times that a product grants its credits. The maximum gives the lowest price of a credit. */
const mostGrants: Readonly<Record<Product, number>> = {
  basic_month: 5,
  basic_year: 53,
  pro_month: 1,
  pro_year: 12,
  credit_500: 1,
  credit_1000: 1,
};

/**
 * Returns the lowest price of a credit on a day, in micro-USD: over all products with their promotions, without personal
 * codes, because these are valid for one period only.
 */
export function lowestCreditValue(day: Day, catalogue: Offers = offers): number {
  const values = products.flatMap((product) => {
    const found = quote({ product, currency: 'USD', day }, catalogue);
    if (!found) return [];
    return [Math.floor((found.total * 10_000) / (creditsOf(product) * mostGrants[product]))];
  });
  return Math.min(...values);
}

export type SoldCredits = {
  product: Product;
  /** Credits of each grant. */
  credits: number;
  currency: Currency;
  /** The paid amount, and the price without reductions, in minor units. */
  amount: number;
  regular: number;
  /** The refunded part of the amount, and the credits that were taken for it. */
  returned: number;
  taken: number;
  day: Day;
};

/**
 * Returns the price of one credit of an order, in micro-USD, not rounded. Other currencies are converted by the ratio of
 * the regular prices of that day, so no exchange rates are needed, and a reduction counts the same in all currencies.
 */
export function soldFor(order: SoldCredits, catalogue: Offers = offers): number {
  const { product, credits, currency, regular, day, returned, taken } = order;
  const kept = credits * mostGrants[product] - taken;
  const amount = order.amount - returned;
  if (kept <= 0 || amount <= 0) return 0;
  const dollars = quote({ product, currency: 'USD', day }, catalogue);
  const cents = currency === 'USD' ? amount : (amount / regular) * (dollars?.regular ?? 0);
  return (cents * 10_000) / kept;
}

/** The number of measured answers of a model, and their average cost in micro-USD. */
export type SeenCost = { answers: number; cost: number };

export type CheckedPrice = {
  model: string;
  /** The `provider/model` of the cost; `null` if no provider answers. */
  upstream: string | null;
  credits: number;
  /**
   * The lowest price of a question's credits, and the cost of a question, in micro-USD; `null` if the cost is unknown.
   */
  value: number;
  cost: number | null;
  /** `list`: the cost of a typical question by price lists. `seen`: the measured cost of answers. */
  basis: 'list' | 'seen';
  loses: boolean;
  waiver: string | null;
};

export type PricedModel = Pick<Model, 'id' | 'kind' | 'price' | 'waiver'> & {
  upstream: string | undefined;
};

type Costs = {
  day: Day;
  prices: readonly TokenPrice[];
  seen?: ReadonlyMap<string, SeenCost>;
  media?: readonly MediaPrice[];
  catalogue?: Offers;
};

/** Compares the price of a question with its cost. Measured costs take precedence over price lists. */
export function checkPrice(model: PricedModel, costs: Costs): CheckedPrice {
  const { day, seen = new Map<string, SeenCost>() } = costs;
  const value = lowestCreditValue(day, costs.catalogue) * model.price;
  const real = seen.get(model.id);
  const isSeen = real !== undefined && real.answers >= leastSeen;
  const { upstream, cost } = isSeen
    ? { upstream: model.upstream ?? null, cost: Math.ceil(real.cost) }
    : listCost(model, costs);
  return {
    model: model.id,
    upstream,
    credits: model.price,
    value,
    cost,
    basis: isSeen ? 'seen' : 'list',
    loses: cost !== null && cost > value,
    waiver: model.waiver ?? null,
  };
}

function listCost(
  { kind, upstream }: PricedModel,
  { day, prices, media = mediaPrices }: Costs,
): Pick<CheckedPrice, 'upstream' | 'cost'> {
  if (isMediaKind(kind)) {
    const [provider = '', ...name] = (upstream ?? '').split('/');
    const order = { provider, upstream: name.join('/'), prompt: '' };
    const cost = mediaCostOf({ ...order, options: defaultMediaOptions[kind] }, day, media);
    return { upstream: upstream ?? null, cost: cost ?? null };
  }
  const price = upstream === undefined ? undefined : tokenPriceOf(upstream, day, prices);
  return { upstream: upstream ?? null, cost: price ? costOf(price, usualQuestion) : null };
}
