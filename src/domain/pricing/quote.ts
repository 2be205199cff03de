import { type Day, validOn } from '#domain/dates.ts';
import { type Currency, takePercentOff } from '#domain/pricing/money.ts';
import {
  type OfferedItem,
  type Offers,
  type PricePromotion,
  offers,
} from '#domain/pricing/offers.ts';
import { type Product, isYearly } from '#domain/plans/plans.ts';

/** A reduction of a price, and the amount after it. */
export type PriceStep = {
  kind: 'promotion' | 'yearly' | 'code';
  percentOff: number;
  /** In minor units. */
  amount: number;
};

/** The price of a product on a day with its reductions. All amounts are in minor units of `currency`. */
export type Quote = {
  product: Product;
  currency: Currency;
  /** The price without any reduction. The price of a year is twelve times that of a month. */
  regular: number;
  /** The reductions in the order in which they apply. */
  steps: readonly PriceStep[];
  total: number;
  /**
   * The price of each following period of a plan, without the code, which is used once. Equal to `total` for a pack.
   */
  following: number;
};

export type QuoteRequest = {
  product: Product;
  currency: Currency;
  day: Day;
  /** The percentage of a discount code, a whole number; `undefined` without one. */
  codePercentOff?: number | undefined;
};

/**
 * Returns the price of a product on a day. The promotion is applied first, then the reduction of a year, then the code,
 * each rounded half up. Returns `undefined` if the product has no price in that currency on that day.
 */
export function quote(
  { product, currency, day, codePercentOff }: QuoteRequest,
  catalogue: Offers = offers,
): Quote | undefined {
  const item = itemOf(product);
  const price = regularPrice(item, currency, day, catalogue);
  if (price === undefined) return undefined;
  const periods = isYearly(product) ? 12 : 1;
  const steps: PriceStep[] = [];
  let amount = price * periods;
  const take = (kind: PriceStep['kind'], percentOff: number, left: number) => {
    amount = left;
    steps.push({ kind, percentOff, amount });
  };
  const promotion = promotionOf(item, day, catalogue);
  const promoted = promotion?.amounts[currency];
  if (promotion && promoted !== undefined) {
    take('promotion', promotion.percentOff, promoted * periods);
  }
  if (isYearly(product)) {
    take('yearly', catalogue.yearlyPercentOff, takePercentOff(amount, catalogue.yearlyPercentOff));
  }
  const withoutCode = amount;
  if (codePercentOff !== undefined) {
    take('code', codePercentOff, takePercentOff(amount, codePercentOff));
  }
  const following = isPack(product) ? amount : withoutCode;
  return { product, currency, regular: price * periods, steps, total: amount, following };
}

/** Returns the promotion of an item that runs on `day`, if any. */
export function promotionOf(
  item: OfferedItem,
  day: Day,
  { promotions }: Offers = offers,
): PricePromotion | undefined {
  return promotions.find(
    (promotion) => promotion.item === item && promotion.from <= day && day <= promotion.to,
  );
}

/** Returns the currencies in which every product has a price on `day`, in the order of the catalogue. */
export function pricedCurrencies(day: Day, catalogue: Offers = offers): Currency[] {
  const items = new Set(catalogue.prices.map(({ item }) => item));
  const named = new Set(
    catalogue.prices.flatMap(({ amounts }) => Object.keys(amounts) as Currency[]),
  );
  return [...named].filter((currency) =>
    [...items].every((item) => regularPrice(item, currency, day, catalogue) !== undefined),
  );
}

/** Returns the item whose price a product follows. For a plan it is the month. */
export function itemOf(product: Product): OfferedItem {
  switch (product) {
    case 'basic_month':
    case 'basic_year':
      return 'basic';
    case 'pro_month':
    case 'pro_year':
      return 'pro';
    case 'credit_500':
    case 'credit_1000':
      return product;
  }
}

function regularPrice(
  item: OfferedItem,
  currency: Currency,
  day: Day,
  { prices }: Offers,
): number | undefined {
  const ofItem = prices.filter((price) => price.item === item);
  return validOn(ofItem, day)?.amounts[currency];
}

function isPack(product: Product): boolean {
  return product === 'credit_500' || product === 'credit_1000';
}
