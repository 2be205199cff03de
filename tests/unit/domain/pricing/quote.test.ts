import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takePercentOff, toUnits } from '#domain/pricing/money.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { products } from '#domain/plans/plans.ts';
import { pricedCurrencies, quote } from '#domain/pricing/quote.ts';

/** A catalogue whose prices make every rounding visible. */
const catalogue: Offers = {
  prices: [
    { item: 'basic', from: '2025-01-01', amounts: { USD: 899, JPY: 1_333 } },
    { item: 'basic', from: '2026-06-01', amounts: { USD: 999, JPY: 1_455 } },
    { item: 'pro', from: '2025-01-01', amounts: { USD: 4_676, JPY: 7_001 } },
    { item: 'credit_500', from: '2025-01-01', amounts: { USD: 499, JPY: 777 } },
    { item: 'credit_1000', from: '2025-01-01', amounts: { USD: 899 } },
  ],
  promotions: [
    {
      id: 'spring',
      item: 'pro',
      from: '2026-03-01',
      to: '2026-03-31',
      percentOff: 38,
      amounts: { USD: 2_899, JPY: 4_340 },
    },
  ],
  credits: [],
  yearlyPercentOff: 20,
  codePercentOff: 10,
};

describe('the price of a product', () => {
  it.for([
    // Without reductions; each pack and month by itself.
    ['basic_month', 'USD', '2026-02-01', undefined, 899, []],
    ['credit_500', 'JPY', '2026-02-01', undefined, 777, []],
    ['pro_month', 'USD', '2026-02-28', undefined, 4_676, []],
    // A later row holds from its first day.
    ['basic_month', 'USD', '2026-05-31', undefined, 899, []],
    ['basic_month', 'USD', '2026-06-01', undefined, 999, []],
    // The promotion, on its first and last day and the day after.
    ['pro_month', 'USD', '2026-03-01', undefined, 2_899, ['promotion 38 2899']],
    ['pro_month', 'USD', '2026-03-31', undefined, 2_899, ['promotion 38 2899']],
    ['pro_month', 'USD', '2026-04-01', undefined, 4_676, []],
    // A year: 12 × 899 = 10,788, less 20 % = 8,630.4.
    ['basic_year', 'USD', '2026-02-01', undefined, 8_630, ['yearly 20 8630']],
    // 12 × 1,333 yen = 15,996, less 20 % = 12,796.8: rounded up, and never a hundred times as much.
    ['basic_year', 'JPY', '2026-02-01', undefined, 12_797, ['yearly 20 12797']],
    // One code: 499 less 10 % = 449.1; 777 yen less 10 % = 699.3; 4,676 less 25 % = 3,507.
    ['credit_500', 'USD', '2026-02-01', 10, 449, ['code 10 449']],
    ['credit_500', 'JPY', '2026-02-01', 10, 699, ['code 10 699']],
    ['pro_month', 'USD', '2026-02-01', 25, 3_507, ['code 25 3507']],
    // Half a cent is rounded up: 1,455 yen less 10 % = 1,309.5.
    ['basic_month', 'JPY', '2026-06-01', 10, 1_310, ['code 10 1310']],
    // All three: 12 × 2,899 = 34,788; less 20 % = 27,830.4; of 27,830 less 10 % = 25,047.
    [
      'pro_year',
      'USD',
      '2026-03-15',
      10,
      25_047,
      ['promotion 38 34788', 'yearly 20 27830', 'code 10 25047'],
    ],
    // A code of the sharing programme takes 20 % in place of 10, never both.
    ['pro_month', 'USD', '2026-03-15', 20, 2_319, ['promotion 38 2899', 'code 20 2319']],
    ['pro_month', 'USD', '2026-03-15', 100, 0, ['promotion 38 2899', 'code 100 0']],
  ] as const)(
    'is exact for %s in %s on %s with a code of %s %%',
    ([product, currency, day, codePercentOff, total, steps]) => {
      const found = quote({ product, currency, day, codePercentOff }, catalogue);
      expect(found?.total).toBe(total);
      expect(found?.steps.map((step) => `${step.kind} ${step.percentOff} ${step.amount}`)).toEqual(
        steps,
      );
    },
  );

  it('drops the code in the periods after the first, and keeps the promotion', () => {
    const request = { product: 'pro_year', currency: 'USD', day: '2026-03-15' } as const;
    expect(quote({ ...request, codePercentOff: 10 }, catalogue)?.following).toBe(27_830);
    const pack = { product: 'credit_500', currency: 'USD', day: '2026-03-15' } as const;
    expect(quote({ ...pack, codePercentOff: 10 }, catalogue)?.following).toBe(449);
  });

  it('is unknown before the first row, and in a currency without one', () => {
    const missing = [
      quote({ product: 'basic_month', currency: 'USD', day: '2024-12-31' }, catalogue),
      quote({ product: 'credit_1000', currency: 'JPY', day: '2026-02-01' }, catalogue),
      quote({ product: 'basic_month', currency: 'VND', day: '2026-02-01' }, catalogue),
    ];
    expect(missing).toEqual([undefined, undefined, undefined]);
    expect(pricedCurrencies('2026-02-01', catalogue)).toEqual(['USD']);
  });
});

describe('a percentage of an amount', () => {
  it('is rounded half up, for any amount and percentage', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        const left = takePercentOff(amount, percent);
        const exact = BigInt(amount) * BigInt(100 - percent);
        const rounded = (exact * 2n + 100n) / 200n;
        expect(BigInt(left)).toBe(rounded);
      }),
    );
  });

  it.for([
    [1.5, 10],
    [-1, 10],
    [100, 10.5],
    [100, 101],
    [100, -1],
    [Number.NaN, 10],
  ] as const)('is refused for %s less %s percent', ([amount, percent]) => {
    expect(() => takePercentOff(amount, percent)).toThrow(RangeError);
  });

  it('counts yen, won and dong in whole units', () => {
    expect(toUnits({ amount: 899, currency: 'USD' })).toBe(8.99);
    const whole = (['JPY', 'KRW', 'VND'] as const).map((currency) =>
      toUnits({ amount: 899, currency }),
    );
    expect(whole).toEqual([899, 899, 899]);
  });
});

describe('the catalogue of offers', () => {
  const day = '2026-03-15';

  it('prices everything in dollars and yuan', () => {
    expect(pricedCurrencies(day)).toEqual(expect.arrayContaining(['USD', 'CNY']));
    for (const product of products) {
      expect(quote({ product, currency: 'CNY', day })?.total).toBeGreaterThan(0);
    }
  });

  it('has the decided prices', () => {
    const total = (product: (typeof products)[number]) =>
      quote({ product, currency: 'USD', day })?.total;
    expect([total('basic_month'), total('pro_month')]).toEqual([899, 2_899]);
    expect(quote({ product: 'pro_month', currency: 'USD', day })?.regular).toBe(4_676);
    expect([total('credit_500'), total('credit_1000')]).toEqual([499, 899]);
    expect([offers.yearlyPercentOff, offers.codePercentOff]).toEqual([20, 10]);
  });

  it('takes at least the advertised percentage off in every currency', () => {
    for (const { item, from, percentOff, amounts } of offers.promotions) {
      const regular = offers.prices.findLast((price) => price.item === item && price.from <= from);
      for (const [currency, amount] of Object.entries(amounts)) {
        const full = regular?.amounts[currency as 'USD'] ?? 0;
        expect(amount).toBeLessThanOrEqual(takePercentOff(full, percentOff));
      }
    }
  });
});
