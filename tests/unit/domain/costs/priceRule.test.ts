import { describe, expect, it } from 'vitest';
import { findModel, models } from '#domain/models/models.ts';
import { priceByRule } from '#domain/costs/priceRule.ts';
import { tokenPriceOf } from '#domain/costs/upstreamPrices.ts';
import { upstreamOf } from '#server/gateways/models/mapping.ts';

/** The day of the prices, on which a credit is worth 1,717 millionths of a dollar at least. */
const day = '2026-11-29';

/** The models under their own names. */
const current = models.filter(({ kind, retired }) => kind === 'text' && retired === undefined);

describe('the price by rule', () => {
  it.each(current)('is the price of $id', ({ id, maxInputTokens, ...model }) => {
    const upstream = upstreamOf(id, new Date(`${day}T12:00:00Z`));
    const tokenPrice = tokenPriceOf(`${upstream?.provider}/${upstream?.name}`, day);
    if (!tokenPrice) throw new Error(`${id} has no price of its provider`);
    expect(model).toMatchObject(priceByRule(tokenPrice, maxInputTokens, day));
  });

  it('pays for the longest answer and a step within eight times the credits', () => {
    // 6,000 × $2 + 4,096 × $10 = 52,960, over 3 × 8 × 1,717 = 41,208 and within 4 × 8 × 1,717 = 54,944.
    const sol = { input: 2_000_000, output: 10_000_000 };
    const price = { price: 4, stepTokens: 6_900, maxOutputTokens: 4_096 };
    expect(priceByRule(sol, 100_000, day)).toEqual(price);
  });

  it('buys an answer twice as long if one credit pays for it', () => {
    const luna = { input: 100_000, output: 500_000 };
    const price = { price: 1, stepTokens: 96_400, maxOutputTokens: 8_192 };
    expect(priceByRule(luna, 200_000, day)).toEqual(price);
    expect(priceByRule(luna, 96_000, day)).toEqual({ ...price, stepTokens: 96_000 });
  });

  it('is never above the specified price of the label that the same model answers for', () => {
    const pairs = [
      ['gpt-3.5-turbo', 'gpt-6-luna'],
      ['gpt-4-turbo', 'gpt-6-sol'],
      ['claude-2', 'claude-haiku-5-5'],
      ['claude-3-sonnet', 'claude-sonnet-5-5'],
      ['claude-3-opus', 'claude-opus-5-5'],
      ['llama-3.1-8b-instant', 'gpt-oss-20b'],
      ['llama-3.1-70b-versatile', 'gpt-oss-120b'],
    ] as const;
    for (const [label, id] of pairs) {
      expect(upstreamOf(id, new Date())).toEqual(upstreamOf(label, new Date('9999-01-01')));
      expect(findModel(id)?.price, id).toBeLessThanOrEqual(findModel(label)?.price ?? 0);
    }
  });
});
