import { describe, expect, it } from 'vitest';
import {
  defaultMediaOptions,
  isMediaKind,
  mediaDeadlineSeconds,
  mediaFilesAtMost,
  mediaKinds,
  mediaLateSeconds,
  mediaMaxBytes,
  mediaPriceOf,
  mediaQueuedAtMost,
  mediaAtOnce,
  mediaTypeFacts,
  mediaTypes,
  mediaUsualSeconds,
  pictureQualities,
  pictureSizes,
  promptMaxCharacters,
  videoSeconds,
} from '#domain/media/media.ts';
import { models } from '#domain/models/models.ts';
import { lowestCreditValue } from '#domain/costs/priceCheck.ts';
import { mediaCostOf } from '#domain/costs/upstreamPrices.ts';

describe('options of media', () => {
  it('cost the price of the catalogue if nothing is chosen', () => {
    const prices = models.flatMap(({ kind, price }) =>
      isMediaKind(kind) ? mediaPriceOf(price, defaultMediaOptions[kind]) - price : [],
    );
    expect(prices).toEqual([0, 0, 0]);
  });

  it.each([
    ['gpt-image-1-mini', '', 1],
    ['gpt-image-2.5-flare', '', 1.3],
    // The waiver of the model states it. The longest prompt of wide characters costs most.
    ['gpt-image-2.6-flare', '狐'.repeat(promptMaxCharacters.picture), 8],
    ['gpt-image-2.6-sunburst', '狐'.repeat(promptMaxCharacters.picture), 8],
  ])(
    'cost more if the provider charges more: no picture of %s exceeds its bound',
    (name, prompt, most) => {
      const price = models.find(({ id }) => id === 'dall-e-3')?.price ?? 0;
      for (const quality of pictureQualities) {
        for (const size of pictureSizes) {
          const options = { kind: 'picture', size, quality } as const;
          const brings = mediaPriceOf(price, options) * lowestCreditValue('2026-12-01');
          const order = { provider: 'openai', upstream: name, prompt, options };
          const cost = mediaCostOf(order, '2026-12-01') ?? Infinity;
          expect(cost / brings, `${quality} ${size}`).toBeLessThanOrEqual(most);
        }
      }
    },
  );

  it('cost twice as much for twice the seconds', () => {
    const seconds = videoSeconds.map((length) =>
      mediaPriceOf(5, { kind: 'video', ratio: '16:9', seconds: length }),
    );
    expect(seconds).toEqual([5, 10]);
  });

  it('never round a price down', () => {
    const landscape = { kind: 'picture', size: 'landscape', quality: 'medium' } as const;
    expect(mediaPriceOf(1, landscape)).toBe(3);
  });
});

describe('limits of media', () => {
  it('exist for every kind, with a deadline longer than the usual time', () => {
    for (const kind of mediaKinds) {
      expect(mediaDeadlineSeconds[kind]).toBeGreaterThan(3 * mediaUsualSeconds[kind]);
      expect(mediaMaxBytes[kind]).toBeGreaterThan(1_000_000);
      expect(promptMaxCharacters[kind]).toBeGreaterThan(1_000);
      expect(mediaTypes.some((type) => mediaTypeFacts[type].kind === kind)).toBe(true);
    }
    expect(mediaLateSeconds).toBeGreaterThan(0);
    expect(mediaFilesAtMost).toBeGreaterThan(1);
    expect(mediaAtOnce.pro).toBe(2 * mediaAtOnce.free);
    expect(mediaQueuedAtMost.pro).toBeGreaterThan(mediaQueuedAtMost.free);
  });
});
