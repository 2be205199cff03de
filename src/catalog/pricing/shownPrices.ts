import { type Day, addDays } from '#domain/dates.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { Offers, PricePromotion } from '#domain/pricing/offers.ts';
import { roundForWords } from '#domain/pricing/creditPrice.ts';
import { type Product, creditsOf, isYearly, packs, products } from '#domain/plans/plans.ts';
import { type Quote, itemOf, pricedCurrencies, quote } from '#domain/pricing/quote.ts';

/** A price. All amounts are in minor units. */
export type PriceTag = {
  total: number;
  /** The saving of a year compared with twelve months; 0 for other products. */
  saved: number;
  /** The share of a month in the price of a year; `null` for other products. */
  perMonth: number | null;
  /** The price of a credit, rounded for words. */
  perCredit: number;
};

/** A promotion that runs or begins soon. Both days are included. */
export type ShownPromotion = Pick<PricePromotion, 'from' | 'to' | 'percentOff'> & {
  /** Whether it runs on the day of publishing. A script on the page checks the days again. */
  isRunning: boolean;
};

/** The price of a product in a currency, without and with a promotion. */
export type ShownPrice = {
  product: Product;
  currency: Currency;
  /** The credits of each week or month of a plan, or of a pack. */
  credits: number;
  regular: PriceTag;
  /** `struck`: the price without any reduction, which the payment page names too. For a year it is that of twelve months. */
  promoted: (PriceTag & ShownPromotion & { struck: number }) | null;
};

/** Promotions are on the page this many days before they begin, because the page may be that old when they do. */
const daysAhead = 7;

/** Returns the price of each product in each currency that has a price for every product. */
export function shownPrices(day: Day, catalogue: Offers): ShownPrice[] {
  return pricedCurrencies(day, catalogue).flatMap((currency) =>
    products.flatMap((product) => priceOf(product, currency, day, catalogue)),
  );
}

/** Whether a credit of a plan's month is cheaper than of the other plan's month and of any pack, in every currency. */
export function isCheapestCredit(plan: 'basic' | 'pro', prices: readonly ShownPrice[]): boolean {
  const own = `${plan}_month`;
  const rivals = new Set<string>(['basic_month', 'pro_month', ...packs.map(({ id }) => id)]);
  return prices
    .filter(({ product }) => product === own)
    .every((price) => {
      return prices
        .filter(({ product }) => product !== own && rivals.has(product))
        .filter(({ currency }) => currency === price.currency)
        .every(
          (rival) => price.regular.total / creditsBy(price) < lowest(rival) / creditsBy(rival),
        );
    });
}

function lowest({ regular, promoted }: ShownPrice): number {
  return Math.min(regular.total, promoted?.total ?? regular.total);
}

/** Returns the credits of a pack or of a plan's month. A month of Basic has at most five weeks. */
function creditsBy({ product, credits }: ShownPrice): number {
  return credits * (product === 'basic_month' ? 5 : 1);
}

function priceOf(product: Product, currency: Currency, day: Day, catalogue: Offers): ShownPrice[] {
  const found = quote({ product, currency, day }, { ...catalogue, promotions: [] });
  if (!found) return [];
  return [
    {
      product,
      currency,
      credits: creditsOf(product, day, catalogue),
      regular: tagOf(found, creditsOfPeriod(product, day, catalogue)),
      promoted: promotedOf(product, currency, day, catalogue),
    },
  ];
}

function promotedOf(
  product: Product,
  currency: Currency,
  day: Day,
  catalogue: Offers,
): ShownPrice['promoted'] {
  const promotion = nextPromotion(product, day, catalogue);
  if (promotion?.amounts[currency] === undefined) return null;
  const { from, to, percentOff } = promotion;
  const isRunning = from <= day;
  const found = quote({ product, currency, day: isRunning ? day : from }, catalogue);
  if (!found) return null;
  const credits = creditsOfPeriod(product, isRunning ? day : from, catalogue);
  return { ...tagOf(found, credits), struck: found.regular, from, to, percentOff, isRunning };
}

/** Returns the promotion that runs on `day`, else the next one that begins soon. */
function nextPromotion(
  product: Product,
  day: Day,
  { promotions }: Offers,
): PricePromotion | undefined {
  return promotions
    .filter(({ item, from, to }) => {
      return item === itemOf(product) && to >= day && from <= addDays(day, daysAhead);
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))[0];
}

function tagOf({ regular, steps, total }: Quote, credits: number): PriceTag {
  const perCredit = roundForWords(total / credits);
  const yearly = steps.findIndex(({ kind }) => kind === 'yearly');
  if (yearly === -1) return { total, saved: 0, perMonth: null, perCredit };
  const saved = (steps[yearly - 1]?.amount ?? regular) - total;
  return { total, saved, perMonth: Math.round(total / 12), perCredit };
}

/** Returns about as many credits as a product gives for its price: in a month, in a year, or at once. */
function creditsOfPeriod(product: Product, day: Day, catalogue: Offers): number {
  const each = creditsOf(product, day, catalogue);
  const aMonth = product.startsWith('basic_') ? monthOfWeeks(each) : each;
  return isYearly(product) ? aMonth * 12 : aMonth;
}

/** Returns the credits of an average month, a twelfth of 52 weeks. */
export function monthOfWeeks(perWeek: number): number {
  return (perWeek * 52) / 12;
}
