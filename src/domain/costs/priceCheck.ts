import type { Day } from '#domain/dates.ts';
import {
  type MediaKind,
  allMediaOptions,
  defaultMediaOptions,
  isMediaKind,
  mediaPriceOf,
  promptMaxCharacters,
} from '#domain/media/media.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { Model } from '#domain/models/models.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { priceStepsOf } from '#domain/costs/questionPrice.ts';
import { type Product, creditsOf, products } from '#domain/plans/plans.ts';
import { quote } from '#domain/pricing/quote.ts';
import {
  type MediaPrice,
  type TokenCounts,
  type TokenPrice,
  costOf,
  mediaCostOf,
  mediaPrices,
  tokenPriceOf,
} from '#domain/costs/upstreamPrices.ts';

/**
 * Tokens of a typical question with history, and of its answer. They estimate a model's costs before there are answers.
 */
export const usualQuestion: TokenCounts = { input: 600, output: 300 };

/** The most that a question may cost, as a multiple of the lowest price of its credits. */
export const worstFactor = 8;

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
    return [
      Math.floor(
        (found.total * 10_000) / (creditsOf(product, day, catalogue) * mostGrants[product]),
      ),
    ];
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

/** The number of measured answers of a model, and their average cost for each charged credit, in micro-USD. */
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
  /**
   * The cost of the most expensive question that a user can ask, in micro-USD, and the lowest price of its credits; `null`
   * if a price is unknown.
   */
  worst: { cost: number; credits: number; value: number } | null;
  /** Whether the worst case costs more than `worstFactor` times its credits. */
  isExcessive: boolean;
  /** `list`: the cost of a typical question by price lists. `seen`: the measured cost of answers. */
  basis: 'list' | 'seen';
  loses: boolean;
  waiver: string | null;
};

export type PricedModel = Pick<
  Model,
  'id' | 'kind' | 'price' | 'stepTokens' | 'maxOutputTokens'
> & {
  /** The reason why it may cost more than its credits are sold for. */
  waiver?: string | undefined;
  upstream: string | undefined;
  /** The upstreams that answer when the first one fails. */
  fallbacks?: readonly string[] | undefined;
  /** Further costs of a question and its answer: of search engines, and the tokens of their results. */
  extra?: { micros: number; inputTokens: number } | undefined;
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
  const worst = worstCase(model, costs);
  const real = seen.get(model.id);
  const isSeen = real !== undefined && real.answers >= leastSeen;
  const { upstream, cost } = isSeen
    ? { upstream: model.upstream ?? null, cost: Math.ceil(real.cost * model.price) }
    : listCost(model, costs);
  return {
    model: model.id,
    upstream,
    credits: model.price,
    value,
    cost,
    worst,
    isExcessive: worst !== null && worst.cost > worstFactor * worst.value,
    basis: isSeen ? 'seen' : 'list',
    loses: cost !== null && cost > value,
    waiver: model.waiver ?? null,
  };
}

/** Whether a price needs a waiver, and has none. */
export function failsCheck({ loses, isExcessive, waiver }: CheckedPrice): boolean {
  return (loses || isExcessive) && waiver === null;
}

/**
 * Returns the longest step, in whole hundreds of tokens, with which a question of a text model stays within the bound;
 * none if its longest answer alone exceeds the bound.
 */
export function longestStep(
  { price, maxOutputTokens }: Pick<Model, 'price' | 'maxOutputTokens'>,
  tokenPrice: Pick<TokenPrice, 'input' | 'output'>,
  day: Day,
): number | undefined {
  const most = worstFactor * lowestCreditValue(day) * price;
  const left = most - costOf(tokenPrice, { input: 0, output: maxOutputTokens });
  if (left <= 0) return undefined;
  const tokens = tokenPrice.input === 0 ? Infinity : (left * 1_000_000) / tokenPrice.input;
  return Math.floor(tokens / 100) * 100 || undefined;
}

/**
 * Returns the worst case of a model. For text it is one whole step with the longest answer, at the most expensive of its
 * upstreams: further steps cost the same price again, but have no second answer.
 */
function worstCase(model: PricedModel, costs: Costs): CheckedPrice['worst'] {
  const { kind, upstream, fallbacks = [], extra } = model;
  if (isMediaKind(kind)) return worstOfMedia({ ...model, kind }, costs);
  const { day, prices, catalogue } = costs;
  const first = upstream === undefined ? undefined : tokenPriceOf(upstream, day, prices);
  if (!first) return null;
  const others = fallbacks.flatMap((one) => tokenPriceOf(one, day, prices) ?? []);
  const tokens = {
    input: model.stepTokens + (extra?.inputTokens ?? 0),
    output: model.maxOutputTokens,
  };
  const cost = Math.max(...[first, ...others].map((price) => costOf(price, tokens)));
  const value = lowestCreditValue(day, catalogue) * model.price;
  return { cost: cost + (extra?.micros ?? 0), credits: model.price, value };
}

function worstOfMedia(
  { kind, price, upstream }: PricedModel & { kind: MediaKind },
  { day, media = mediaPrices, catalogue }: Costs,
): CheckedPrice['worst'] {
  const [provider = '', ...name] = (upstream ?? '').split('/');
  // Each of these characters is a token.
  const prompt = '字'.repeat(promptMaxCharacters[kind]);
  let worst: CheckedPrice['worst'] = null;
  for (const options of allMediaOptions(kind)) {
    const order = { provider, upstream: name.join('/'), prompt, options };
    const cost = mediaCostOf(order, day, media);
    if (cost === undefined) return null;
    const credits = mediaPriceOf(price, options);
    const value = lowestCreditValue(day, catalogue) * credits;
    if (!worst || cost * worst.value > worst.cost * value) worst = { cost, credits, value };
  }
  return worst;
}

/** Returns a text model as GPTs ask it, for their own price. */
export function behindGpts<Priced extends PricedModel>(model: Priced): Priced {
  return { ...model, ...priceStepsOf(model, true), waiver: undefined };
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
