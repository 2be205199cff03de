import { describe, expect, it } from 'vitest';
import { isCheapestCredit, shownPrices } from '#catalog/pricing/shownPrices.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { type Product, products } from '#domain/plans/plans.ts';

const spring: Offers = {
  ...offers,
  promotions: [
    {
      id: 'spring',
      item: 'pro',
      from: '2026-03-10',
      to: '2026-03-20',
      percentOff: 38,
      amounts: { USD: 2_899 },
    },
  ],
};

function priceOf(
  product: Product,
  currency: Currency,
  day = '2026-03-15',
  catalogue: Offers = spring,
) {
  const found = shownPrices(day, catalogue).find((price) => {
    return price.product === product && price.currency === currency;
  });
  if (!found) throw new Error(`${product} has no price in ${currency}`);
  return found;
}

describe('the prices of the pricing page', () => {
  it('are those of every product in US dollars and yuan', () => {
    const found = shownPrices('2026-03-15', offers);
    expect(found.map(({ product, currency }) => `${product} ${currency}`)).toEqual(
      ['USD', 'CNY'].flatMap((currency) => products.map((product) => `${product} ${currency}`)),
    );
  });

  it('have the saving of a year against twelve months, for the regular and the promoted price', () => {
    const { regular, promoted } = priceOf('pro_year', 'USD');
    expect(regular).toMatchObject({ total: 44_890, saved: 12 * 4_676 - 44_890, perMonth: 3_741 });
    expect(promoted).toMatchObject({ total: 27_830, saved: 12 * 2_899 - 27_830 });
    expect(promoted?.struck).toBe(12 * 4_676);
    expect(priceOf('pro_month', 'USD').regular).toMatchObject({ total: 4_676, saved: 0 });
  });

  it.each([
    ['two weeks before it', '2026-02-24', undefined],
    ['a week before it', '2026-03-03', false],
    ['on its first day', '2026-03-10', true],
    ['on its last day', '2026-03-20', true],
    ['on the day after', '2026-03-21', undefined],
  ])('name a promotion %s: on %s, running: %s', (_, day, isRunning) => {
    const { promoted } = priceOf('pro_month', 'USD', day);
    expect(promoted?.isRunning).toBe(isRunning);
    if (isRunning === undefined) expect(promoted).toBeNull();
    else expect(promoted).toMatchObject({ total: 2_899, from: '2026-03-10', to: '2026-03-20' });
  });

  it('show no promotion for other products, nor in a currency without a promoted price', () => {
    expect(priceOf('basic_month', 'USD').promoted).toBeNull();
    expect(priceOf('pro_month', 'CNY').promoted).toBeNull();
  });
});

describe('the lowest price per credit', () => {
  it('is that of Pro, also without its promotion, as long as no other product is cheaper', () => {
    expect(isCheapestCredit('pro', shownPrices('2027-03-15', offers))).toBe(true);
    expect(isCheapestCredit('basic', shownPrices('2027-03-15', offers))).toBe(false);
    const [, , ...packs] = offers.prices;
    const cheapPacks = packs.map((row) => ({ ...row, amounts: { ...row.amounts, CNY: 100 } }));
    const other = { ...offers, prices: [...offers.prices.slice(0, 2), ...cheapPacks] };
    expect(isCheapestCredit('pro', shownPrices('2027-03-15', other))).toBe(false);
  });
});
