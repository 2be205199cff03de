import { describe, expect, it } from 'vitest';
import { findModel, gptPrice } from '#domain/models/models.ts';
import {
  advertisedProQueries,
  creditsOf,
  packs,
  planCredits,
  tierOf,
} from '#domain/plans/plans.ts';

describe('the plans', () => {
  it('give Basic credits by the week and Pro by the month', () => {
    expect([creditsOf('basic_month'), creditsOf('basic_year')]).toEqual([200, 200]);
    expect([creditsOf('pro_month'), creditsOf('pro_year')]).toEqual([13_500, 13_500]);
  });

  it('cover with a month of Pro the advertised 1500 GPT-4, 1500 DALL·E and 1500 GPTs queries', () => {
    expect(advertisedProQueries).toBe(1_500);
    const prices = ['gpt-4-turbo', 'dall-e-3'].map((id) => findModel(id)?.price ?? Number.NaN);
    const listPrice = [...prices, gptPrice].reduce((sum, price) => sum + price, 0);
    expect(planCredits.proPerMonth).toBeGreaterThanOrEqual(advertisedProQueries * listPrice);
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
