import { type Day, validOn } from '#domain/dates.ts';
import type { MediaOptions, PictureQuality, PictureSize } from '#domain/media.ts';

/** A provider's price from a day on, in micro-USD (millionths of a dollar) per million tokens. */
export type TokenPrice = {
  /** `provider/model`, as recorded with answers. */
  upstream: string;
  from: Day;
  input: number;
  output: number;
};

/** A provider's price of a picture, a song or a second of video of this quality and size. */
export type MediaPrice = {
  /** The model of our catalogue. */
  model: string;
  upstream: string;
  from: Day;
  quality: string;
  size: string;
  per: 'picture' | 'song' | 'second';
  /** In micro-USD. */
  price: number;
  /** How many pictures, songs or seconds one question orders. */
  count: number;
};

/**
 * The providers' price lists for the shipped models. Days are those on which a price was announced or first seen.
 * Operators add other prices with `dolores prices set`.
 */
export const tokenPrices: readonly TokenPrice[] = [
  tokens('openai/gpt-4o-mini', '2024-07-18', 0.15, 0.6),
  tokens('openai/gpt-5.6-sol', '2026-07-09', 5, 30),
  tokens('openai/gpt-5.6-sol', '2026-09-22', 4, 20),
  tokens('openai/gpt-5.6-terra', '2026-07-30', 2, 12),
  tokens('openai/gpt-5.6-luna', '2026-07-30', 0.2, 1.2),
  tokens('openai/gpt-6-sol', '2026-09-22', 2, 10),
  tokens('openai/gpt-6-luna', '2026-09-22', 0.1, 0.5),
  tokens('anthropic/claude-haiku-5-5', '2026-10-01', 0.1, 0.5),
  tokens('anthropic/claude-sonnet-5-5', '2026-10-01', 2, 10),
  tokens('anthropic/claude-opus-5-5', '2026-10-01', 4, 20),
  tokens('groq/openai/gpt-oss-20b', '2025-08-05', 0.075, 0.3),
  tokens('groq/openai/gpt-oss-120b', '2025-08-05', 0.15, 0.6),
];

/** The cost of one picture of `openai/gpt-image-1-mini`, in micro-USD, by quality and size. */
export const pictureCosts: Readonly<Record<PictureQuality, Record<PictureSize, number>>> = {
  low: { square: 5_000, landscape: 6_000, portrait: 6_000 },
  medium: { square: 11_000, landscape: 15_000, portrait: 15_000 },
  high: { square: 36_000, landscape: 52_000, portrait: 52_000 },
};

export const mediaPrices: readonly MediaPrice[] = [
  {
    model: 'dall-e-3',
    upstream: 'openai/gpt-image-1-mini',
    from: '2025-10-06',
    quality: 'low',
    size: '1024x1024',
    per: 'picture',
    price: pictureCosts.low.square,
    count: 1,
  },
  {
    model: 'suno-v3',
    upstream: 'suno/v4',
    from: '2026-03-10',
    quality: 'v4',
    size: 'two songs',
    per: 'song',
    price: 30_000,
    count: 2,
  },
  {
    model: 'luma-video',
    upstream: 'luma/ray-2',
    from: '2025-10-28',
    quality: 'ray-2',
    size: '540p',
    per: 'second',
    price: 80_000,
    count: 5,
  },
];

/**
 * Returns the cost of a media job at its provider, in micro-USD; `undefined` if the price is unknown. The sandbox is
 * free.
 */
export function mediaCostOf(
  { provider, upstream }: { provider: string; upstream: string },
  options: MediaOptions,
): number | undefined {
  if (provider === 'sandbox') return 0;
  const found = mediaPrices.findLast((price) => price.upstream === `${provider}/${upstream}`);
  if (!found) return undefined;
  switch (options.kind) {
    case 'picture':
      return (found.price * pictureCosts[options.quality][options.size]) / pictureCosts.low.square;
    case 'music':
      return found.price * found.count;
    case 'video':
      return found.price * options.seconds;
  }
}

/** Returns the price of an upstream on a day; `undefined` if it is unknown. Of several rows the latest counts. */
export function tokenPriceOf(
  upstream: string,
  day: Day,
  prices: readonly TokenPrice[] = tokenPrices,
): TokenPrice | undefined {
  const ofUpstream = prices.filter((price) => price.upstream === upstream);
  return validOn(ofUpstream, day);
}

/** Returns the cost of tokens, in whole micro-USD, rounded up. */
export function costOf(price: Pick<TokenPrice, 'input' | 'output'>, tokens: TokenCounts): number {
  return Math.ceil((tokens.input * price.input + tokens.output * price.output) / 1_000_000);
}

export type TokenCounts = { input: number; output: number };

/** Returns the provider of an upstream, which is `provider/model`. */
export function providerOf(upstream: string): string {
  return upstream.split('/', 1)[0] ?? upstream;
}

/** Returns a price from dollars per million tokens, the unit of price lists. */
function tokens(upstream: string, from: Day, input: number, output: number): TokenPrice {
  return {
    upstream,
    from,
    input: Math.round(input * 1_000_000),
    output: Math.round(output * 1_000_000),
  };
}
