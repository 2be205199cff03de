import { describe, expect, it } from 'vitest';
import { isMediaKind } from '#domain/media/media.ts';
import { models } from '#domain/models/models.ts';
import {
  behindGpts,
  checkPrice,
  failsCheck,
  longestStep,
  lowestCreditValue,
  worstFactor,
} from '#domain/costs/priceCheck.ts';
import { priceWaivers } from '#domain/costs/priceWaivers.ts';
import { costOf, mediaPrices, tokenPriceOf, tokenPrices } from '#domain/costs/upstreamPrices.ts';
import { defaultMediaTarget } from '#server/gateways/media/mediaTargets.ts';
import { upstreamOf } from '#server/gateways/models/mapping.ts';

const day = '2026-11-23';

function upstreamFor({ id, kind }: (typeof models)[number], on: string): string | undefined {
  const now = new Date(`${on}T12:00:00Z`);
  if (isMediaKind(kind)) {
    const target = defaultMediaTarget({ kind }, now);
    return target && `${target.provider}/${target.model}`;
  }
  const known = upstreamOf(id, now);
  return known && `${known.provider}/${known.name}`;
}

const gpt4 = {
  id: 'gpt-4-turbo',
  kind: 'text',
  price: 4,
  stepTokens: 6_900,
  maxOutputTokens: 4_096,
  upstream: 'openai/gpt-6-sol',
} as const;

const checkedOn = (on: string) =>
  models.map((model) =>
    checkPrice(
      { ...model, upstream: upstreamFor(model, on), waiver: priceWaivers[model.id] },
      { day: on, prices: tokenPrices },
    ),
  );
const checked = checkedOn(day);
/** The day on which the first model of pictures is shut down. */
const later = checkedOn('2026-12-01');

describe('the shipped prices', () => {
  it('cover the costs at the lowest price of a credit, or have a written reason', () => {
    for (const prices of [checked, later]) {
      expect(prices.filter(failsCheck)).toEqual([]);
      expect(prices.filter(({ cost }) => cost === null)).toEqual([]);
    }
  });

  it('need each of their waivers', () => {
    const waived = later.filter(({ waiver }) => waiver !== null);
    expect(waived.map(({ model, loses }) => [model, loses])).toEqual([
      ['dall-e-3', true],
      ['suno-v3', true],
      ['luma-video', true],
    ]);
  });

  it('differ from prices at a loss: a video of $0.15 for 5 credits, a more expensive upstream', () => {
    const video = checked.find(({ model }) => model === 'luma-video');
    expect(video).toMatchObject({ cost: 150_000, loses: true });
    const expensiveModel = { ...gpt4, upstream: 'openai/gpt-5.6-sol' };
    expect(checkPrice(expensiveModel, { day, prices: tokenPrices })).toMatchObject({
      cost: 8_400,
      loses: true,
      basis: 'list',
    });
    const seen = new Map([['gpt-4-turbo', { answers: 60, cost: 250.05 }]]);
    expect(checkPrice(expensiveModel, { day, prices: tokenPrices, seen })).toMatchObject({
      cost: 1_001,
      loses: false,
      basis: 'seen',
    });
    const few = new Map([['gpt-4-turbo', { answers: 49, cost: 1 }]]);
    expect(checkPrice(expensiveModel, { day, prices: tokenPrices, seen: few }).basis).toBe('list');
  });

  it('have a row for each day and upstream, once', () => {
    for (const rows of [tokenPrices, mediaPrices]) {
      const keys = rows.map(({ upstream, from }) => `${upstream} ${from}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('the worst case of a price', () => {
  const worstOf = (model: string) => {
    const found = checked.find((one) => one.model === model);
    if (!found?.worst) throw new Error(`${model} has no known worst case`);
    return { ...found.worst, times: found.worst.cost / found.worst.value };
  };

  it('is a whole step with the longest answer, at most eight times the lowest price of its credits', () => {
    // 6,900 tokens at $2 and 4,096 at $10 a million; the answer alone is 5.96 times 4 credits.
    expect(worstOf('gpt-4-turbo')).toMatchObject({ cost: 54_760, credits: 4, value: 6_868 });
    expect(worstOf('claude-3-opus')).toMatchObject({ cost: 137_120, value: 17_170 });
    expect(worstOf('gpt-4o-mini')).toMatchObject({ cost: 13_616, value: 1_717 });
    const waived = checked.filter(({ isExcessive }) => isExcessive).map(({ model }) => model);
    expect(waived).toEqual(['luma-video']);
    expect(worstFactor).toBe(8);
  });

  it('leaves as many tokens of input as the answer leaves money', () => {
    const mini = { input: 150_000, output: 600_000 };
    expect(longestStep(gpt4, { input: 2_000_000, output: 10_000_000 }, day)).toBe(6_900);
    expect(longestStep({ price: 1, maxOutputTokens: 8_192 }, mini, day)).toBe(58_800);
    expect(longestStep({ price: 1, maxOutputTokens: 30_000 }, mini, day)).toBeUndefined();
  });

  it.each([
    ['the limits of today without steps', { stepTokens: 100_000 }, 35.1],
    ['a longer answer', { maxOutputTokens: 8_192 }, 13.9],
    ['a lower price', { price: 2 }, 15.9],
    ['a more expensive fallback', { fallbacks: ['openai/gpt-5.6-sol'] }, 15.9],
    ['a search beside it', { extra: { micros: 20_000, inputTokens: 8_000 } }, 13.2],
  ])('is over the bound with %s', (_, change, times) => {
    const over = checkPrice({ ...gpt4, ...change }, { day, prices: tokenPrices });
    expect(over).toMatchObject({ isExcessive: true, waiver: null });
    expect(failsCheck(over)).toBe(true);
    expect((over.worst?.cost ?? 0) / (over.worst?.value ?? 1)).toBeCloseTo(times, 1);
    expect(failsCheck({ ...over, waiver: 'Accepted on 28 November 2026.' })).toBe(false);
  });

  it('behind GPTs is that of their own price, which pays for the same share of a step', () => {
    const mini = checked.find(({ model }) => model === 'gpt-4o-mini');
    const asked = models.find(({ id }) => id === 'gpt-4o-mini');
    if (!asked) throw new Error('The catalogue has no gpt-4o-mini');
    const upstream = upstreamFor(asked, day);
    const costs = { day, prices: tokenPrices };
    expect(checkPrice(behindGpts({ ...asked, upstream }), costs).worst).toEqual(mini?.worst);
    expect(behindGpts(gpt4)).toMatchObject({ price: 1, stepTokens: 1_725 });
    expect(failsCheck(checkPrice(behindGpts(gpt4), costs))).toBe(true);
  });

  it('of media is the highest of all options, with the longest prompt', () => {
    const picture = later.find(({ model }) => model === 'dall-e-3');
    expect(picture?.worst).toMatchObject({ cost: 43_520, credits: 4 });
    expect(worstOf('luma-video')).toMatchObject({ cost: 450_000, credits: 10 });
  });

  it('is waived with a date', () => {
    for (const waiver of Object.values(priceWaivers)) expect(waiver).toMatch(/\b20\d\d\b/);
  });
});

describe('the lowest value of a credit', () => {
  it('is that of a year of Pro during its promotion, and of one at full price after that', () => {
    // 12 × 28.99 × 0.8 = 278.30 for 162,000 credits; 12 × 46.76 × 0.8 = 448.90.
    expect(lowestCreditValue('2026-11-23')).toBe(1_717);
    expect(lowestCreditValue('2027-01-01')).toBe(2_770);
  });
});

describe('a price of tokens', () => {
  it('applies from its day on; of several on a day the first one applies', () => {
    expect(tokenPriceOf('openai/gpt-5.6-sol', '2026-09-21')).toMatchObject({ input: 5_000_000 });
    expect(tokenPriceOf('openai/gpt-5.6-sol', '2026-09-22')).toMatchObject({ input: 4_000_000 });
    expect(tokenPriceOf('openai/gpt-5.6-sol', '2026-01-01')).toBeUndefined();
    const own = { upstream: 'openai/gpt-5.6-sol', from: '2026-09-22', input: 1, output: 1 };
    expect(tokenPriceOf(own.upstream, day, [...tokenPrices, own])).toEqual(own);
  });

  it('is rounded up to a millionth of a dollar', () => {
    expect(costOf({ input: 100_000, output: 500_000 }, { input: 600, output: 300 })).toBe(210);
    expect(costOf({ input: 100_000, output: 500_000 }, { input: 1, output: 0 })).toBe(1);
  });
});
