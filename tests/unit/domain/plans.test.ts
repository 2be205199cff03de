import { describe, expect, it } from 'vitest';
import { findModel, gptPrice } from '#domain/models.ts';
import { advertisedProQueries, packs, plans, tierOf, yearlyPercentOff } from '#domain/plans.ts';

const [basic, pro] = plans;

describe('the plans', () => {
  it('give Basic credits by the week and Pro by the month', () => {
    expect([basic.id, basic.creditsPerWeek]).toEqual(['basic', 200]);
    expect([pro.id, pro.creditsPerMonth]).toEqual(['pro', 13_500]);
  });

  it('cover with a month of Pro the advertised 1500 GPT-4, 1500 DALL·E and 1500 GPTs queries', () => {
    expect(advertisedProQueries).toBe(1_500);
    const prices = ['gpt-4-turbo', 'dall-e-3'].map((id) => findModel(id)?.price ?? Number.NaN);
    const listPrice = [...prices, gptPrice].reduce((sum, price) => sum + price, 0);
    expect(pro.creditsPerMonth).toBeGreaterThanOrEqual(advertisedProQueries * listPrice);
  });

  it('promote Pro at 38 percent off, until a day', () => {
    const { prices, percentOff, endsOn } = pro.promotion;
    expect(percentOff).toBe(38);
    for (const currency of ['USD', 'CNY'] as const) {
      expect(Math.round((1 - prices[currency] / pro.prices[currency]) * 100)).toBe(38);
    }
    expect(endsOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('save 20 percent when they are paid by the year', () => {
    expect(yearlyPercentOff).toBe(20);
  });
});

describe('the tier of a user', () => {
  it.for([
    [[], 'free'],
    [['credit_500', 'credit_1000'], 'free'],
    [['basic_year', 'credit_500'], 'basic'],
    [['basic_month', 'pro_month'], 'pro'],
    [['pro_year'], 'pro'],
  ] as const)('follows from what the user has: %j', ([owned, tier]) => {
    expect(tierOf(owned)).toBe(tier);
  });
});

describe('the credit packs', () => {
  it('hold 500 and 1000 credits', () => {
    expect(packs.map(({ credits }) => credits)).toEqual([500, 1_000]);
  });
});
