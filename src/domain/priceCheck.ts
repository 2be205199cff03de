import type { Day } from '#domain/dates.ts';
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
  mediaPrices,
  tokenPriceOf,
} from '#domain/upstreamPrices.ts';

/** A question of usual length with its history, and its answer: what a model is taken to cost before it was asked. */
export const usualQuestion: TokenCounts = { input: 600, output: 300 };

/** Fewer answers than this say nothing about what a model costs. */
export const leastSeen = 50;

/** How often a product gives its credits at most: no price of a credit is taken for higher than it is. */
const mostGrants: Readonly<Record<Product, number>> = {
  basic_month: 5,
  basic_year: 53,
  pro_month: 1,
  pro_year: 12,
  credit_500: 1,
  credit_1000: 1,
};

/**
 * The least that a credit is sold for on a day, in micro-USD: of all products with their promotions, without personal
 * codes, which count for one period only.
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
  /** Of each grant. */
  credits: number;
  currency: Currency;
  /** The paid amount, and the price without reductions, in minor units. */
  amount: number;
  regular: number;
  /** The refunded part of the amount, and the credits that were taken back for it. */
  returned: number;
  taken: number;
  day: Day;
};

/**
 * The price of one credit of an order, in micro-USD, not rounded. Other currencies are taken at the ratio of the
 * regular prices of that day: so no rates of exchange are needed, and a reduction is the same in all of them.
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

/** The average cost of an answer of a model, in micro-USD, where enough of them are known. */
export type SeenCost = { answers: number; cost: number };

export type CheckedPrice = {
  model: string;
  /** `provider/model` that the cost is of; `null` where nobody answers. */
  upstream: string | null;
  credits: number;
  /** The lowest price of a question's credits, and its cost, in micro-USD; `null` where no price is known. */
  value: number;
  cost: number | null;
  /** Whether the cost is that of a usual question by price lists, or what answers cost. */
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

/** Compares what a question brings with what it costs. Measured costs of answers take precedence over price lists. */
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
  { id, kind, upstream }: PricedModel,
  { day, prices, media = mediaPrices }: Costs,
): Pick<CheckedPrice, 'upstream' | 'cost'> {
  if (kind !== 'text') {
    const found = media.findLast((price) => price.model === id && price.from <= day);
    return { upstream: found?.upstream ?? null, cost: found ? found.price * found.count : null };
  }
  const price = upstream === undefined ? undefined : tokenPriceOf(upstream, day, prices);
  return { upstream: upstream ?? null, cost: price ? costOf(price, usualQuestion) : null };
}
