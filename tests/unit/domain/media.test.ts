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
} from '#domain/media.ts';
import { models } from '#domain/models.ts';
import { lowestCreditValue } from '#domain/priceCheck.ts';
import { pictureCosts } from '#domain/upstreamPrices.ts';

describe('options of media', () => {
  it('cost what the catalogue says where nothing is chosen', () => {
    const prices = models.flatMap(({ kind, price }) =>
      isMediaKind(kind) ? mediaPriceOf(price, defaultMediaOptions[kind]) - price : [],
    );
    expect(prices).toEqual([0, 0, 0]);
  });

  it('cost more the more they cost the provider, and no picture loses money', () => {
    const price = models.find(({ id }) => id === 'dall-e-3')?.price ?? 0;
    for (const quality of pictureQualities) {
      for (const size of pictureSizes) {
        const credits = mediaPriceOf(price, { kind: 'picture', size, quality });
        const brings = credits * lowestCreditValue('2026-11-23');
        expect(brings, `${quality} ${size}`).toBeGreaterThanOrEqual(pictureCosts[quality][size]);
      }
    }
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
  it('are there for every kind, and a deadline is longer than it usually takes', () => {
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
