import type { Day } from '#domain/dates.ts';
import type { Currency } from '#domain/money.ts';

/** A price in each currency that it can be paid in, in minor units. US dollars are always among them. */
export type Amounts = Readonly<Partial<Record<Currency, number>> & { USD: number }>;

/** Something with a price of its own. A year of a plan has none: it follows from the plan's month. */
export type OfferedItem = 'basic' | 'pro' | 'credit_500' | 'credit_1000';

/** The price of an item from a day on, until a later row of the same item: a month of a plan, or a pack. */
export type DatedPrice = { item: OfferedItem; from: Day; amounts: Amounts };

/** A lower price of an item for a time; both days belong to it. */
export type PricePromotion = {
  id: string;
  item: OfferedItem;
  from: Day;
  to: Day;
  /** The whole percentage that is advertised. Each price is at most the regular one less this. */
  percentOff: number;
  amounts: Amounts;
};

export type Offers = {
  prices: readonly DatedPrice[];
  promotions: readonly PricePromotion[];
  /** Percent off when a plan is paid by the year. */
  yearlyPercentOff: number;
  /** Percent off that a personal discount code gives, unless it says another number. */
  codePercentOff: number;
};

/** Everything that can be bought, with all prices and promotions: to change one, add a row with its first day. */
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
  yearlyPercentOff: 20,
  codePercentOff: 10,
};
