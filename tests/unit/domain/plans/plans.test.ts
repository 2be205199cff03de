import { describe, expect, it } from 'vitest';
import { findModel, gptPrice } from '#domain/models/models.ts';
import { quote } from '#domain/pricing/quote.ts';
import {
  type Product,
  advertisedProQueries,
  creditsOf,
  lotCredits,
  packs,
  planCredits,
  tierOf,
} from '#domain/plans/plans.ts';

describe('the plans', () => {
  const day = '2026-11-29';

  it('give Basic credits by the week and Pro by the month', () => {
    expect([creditsOf('basic_month', day), creditsOf('basic_year', day)]).toEqual([400, 400]);
    expect([creditsOf('pro_month', day), creditsOf('pro_year', day)]).toEqual([13_500, 13_500]);
  });

  it('give Basic 200 credits a week until 28 November 2026', () => {
    expect([creditsOf('basic_month', '2026-11-28'), planCredits('basic', '2020-01-01')]).toEqual([
      200, 200,
    ]);
  });

  it('give for the price of a pack more credits in the smallest month of Basic than the pack has', () => {
    const amounts = (product: Product) => quote({ product, currency: 'USD', day })?.total;
    expect(amounts('basic_month')).toBe(amounts('credit_1000'));
    expect(4 * creditsOf('basic_month', day)).toBeGreaterThan(creditsOf('credit_1000', day));
  });

  it('raise running weeks with the plan, keep the part that is paid for, and never lower them', () => {
    const sold = { promised: 200, credits: 100 };
    expect(lotCredits('basic_month', sold, '2026-11-28')).toEqual(sold);
    expect(lotCredits('basic_month', sold, day)).toEqual({ promised: 400, credits: 200 });
    const more = { promised: 500, credits: 499 };
    expect(lotCredits('basic_month', more, day)).toEqual(more);
  });

  it('cover with a month of Pro the advertised 1500 GPT-4, 1500 DALL·E and 1500 GPTs queries', () => {
    expect(advertisedProQueries).toBe(1_500);
    const prices = ['gpt-4-turbo', 'dall-e-3'].map((id) => findModel(id)?.price ?? Number.NaN);
    const listPrice = [...prices, gptPrice].reduce((sum, price) => sum + price, 0);
    expect(planCredits('pro', day)).toBeGreaterThanOrEqual(advertisedProQueries * listPrice);
  });
});

describe('the tier of a user', () => {
  it.for([
    [[], 'free'],
    [['credit_500', 'credit_1000'], 'free'],
    [['basic_year', 'credit_500'], 'basic'],
    [['basic_month', 'pro_month'], 'pro'],
    [['pro_year'], 'pro'],
  ] as const)('follows from the user’s products: %j', ([owned, tier]) => {
    expect(tierOf(owned)).toBe(tier);
  });
});

describe('the credit packs', () => {
  it('hold 500 and 1000 credits', () => {
    expect(packs.map(({ credits }) => credits)).toEqual([500, 1_000]);
  });
});
