import type { Day } from '#domain/dates.ts';
import type { Currency } from '#domain/pricing/money.ts';

/** A price in each accepted currency, in minor units. US dollars are always included. */
export type Amounts = Readonly<Partial<Record<Currency, number>> & { USD: number }>;

/** An item with its own price. The price of a year follows from the price of the plan's month. */
export type OfferedItem = 'basic' | 'pro' | 'credit_500' | 'credit_1000';

/** The price of an item (a month of a plan, or a pack) from a day on, until a later row of the same item. */
export type DatedPrice = { item: OfferedItem; from: Day; amounts: Amounts };

/** A lower price of an item from `from` to `to`, both days included. */
export type PricePromotion = {
  id: string;
  item: OfferedItem;
  from: Day;
  to: Day;
  /** The advertised percentage, a whole number. Each reduced price is at most the regular price less this. */
  percentOff: number;
  amounts: Amounts;
};

/** The credits of each week of Basic or each month of Pro from a day on, until a later row of the same plan. */
export type DatedCredits = { plan: 'basic' | 'pro'; from: Day; credits: number };

export type Offers = {
  prices: readonly DatedPrice[];
  promotions: readonly PricePromotion[];
  credits: readonly DatedCredits[];
  /** Percent off when a plan is paid by the year. */
  yearlyPercentOff: number;
  /** Percent off of a personal discount code, unless the code has its own number. */
  codePercentOff: number;
};

/** All prices, promotions and credits of plans. To change one, add a row with its first day. */
export const offers: Offers = {
  prices: [
    { item: 'basic', from: '2024-01-01', amounts: { USD: 899, CNY: 6_400 } },
    { item: 'pro', from: '2024-01-01', amounts: { USD: 4_676, CNY: 33_400 } },
    { item: 'credit_500', from: '2024-01-01', amounts: { USD: 499, CNY: 3_600 } },
    { item: 'credit_1000', from: '2024-01-01', amounts: { USD: 899, CNY: 6_400 } },
  ],
  promotions: [
    {
      id: 'pro38',
      item: 'pro',
      from: '2026-01-01',
      to: '2026-12-31',
      percentOff: 38,
      amounts: { USD: 2_899, CNY: 20_700 },
    },
  ],
  credits: [
    { plan: 'basic', from: '2024-01-01', credits: 200 },
    // 200 a week were about 867 a month, for the price of 1,000 in a pack. 400 are about 1,733.
    { plan: 'basic', from: '2026-11-29', credits: 400 },
    { plan: 'pro', from: '2024-01-01', credits: 13_500 },
  ],
  yearlyPercentOff: 20,
  codePercentOff: 10,
};
