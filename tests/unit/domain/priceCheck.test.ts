import { describe, expect, it } from 'vitest';
import { isMediaKind } from '#domain/media.ts';
import { models } from '#domain/models.ts';
import { checkPrice, lowestCreditValue } from '#domain/priceCheck.ts';
import { costOf, mediaPrices, tokenPriceOf, tokenPrices } from '#domain/upstreamPrices.ts';
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

const checkedOn = (on: string) =>
  models.map((model) =>
    checkPrice({ ...model, upstream: upstreamFor(model, on) }, { day: on, prices: tokenPrices }),
  );
const checked = checkedOn(day);
/** The day on which the first model of pictures is shut down. */
const later = checkedOn('2026-12-01');

describe('the shipped prices', () => {
  it('lose no money at the lowest price of a credit, or say why in writing', () => {
    for (const prices of [checked, later]) {
      expect(prices.filter(({ loses, waiver }) => loses && waiver === null)).toEqual([]);
      expect(prices.filter(({ cost }) => cost === null)).toEqual([]);
    }
  });

  it('need every waiver that they have', () => {
    const waived = later.filter(({ waiver }) => waiver !== null);
    expect(waived.map(({ model, loses }) => [model, loses])).toEqual([
      ['dall-e-3', true],
      ['suno-v3', true],
      ['luma-video', true],
    ]);
  });

  it('are told from those that lose money: a video of $0.15 for 5 credits, a dearer upstream', () => {
    const video = checked.find(({ model }) => model === 'luma-video');
    expect(video).toMatchObject({ cost: 150_000, loses: true });
    const dear = {
      id: 'gpt-4-turbo',
      kind: 'text',
      price: 4,
      upstream: 'openai/gpt-5.6-sol',
    } as const;
    expect(checkPrice(dear, { day, prices: tokenPrices })).toMatchObject({
      cost: 8_400,
      loses: true,
      basis: 'list',
    });
    const seen = new Map([['gpt-4-turbo', { answers: 60, cost: 1_000.2 }]]);
    expect(checkPrice(dear, { day, prices: tokenPrices, seen })).toMatchObject({
      cost: 1_001,
      loses: false,
      basis: 'seen',
    });
    const few = new Map([['gpt-4-turbo', { answers: 49, cost: 1 }]]);
    expect(checkPrice(dear, { day, prices: tokenPrices, seen: few }).basis).toBe('list');
  });

  it('have a row for each day and upstream, once', () => {
    for (const rows of [tokenPrices, mediaPrices]) {
      const keys = rows.map(({ upstream, from }) => `${upstream} ${from}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('the lowest value of a credit', () => {
  it('is that of a year of Pro while it is promoted, and of one at full price after that', () => {
    // 12 × 28.99 × 0.8 = 278.30 for 162,000 credits; 12 × 46.76 × 0.8 = 448.90.
    expect(lowestCreditValue('2026-11-23')).toBe(1_717);
    expect(lowestCreditValue('2027-01-01')).toBe(2_770);
  });
});

describe('a price of tokens', () => {
  it('counts from its day on, the last one that was said first', () => {
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
