import { type Day, validOn } from '#domain/dates.ts';
import type {
  MediaOptions,
  PictureQuality,
  PictureSize,
  VideoSeconds,
} from '#domain/media/media.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import type { SearchProviderName } from '#domain/models/providers.ts';

/** A provider's price from a day on, in micro-USD (millionths of a dollar) per million tokens. */
export type TokenPrice = {
  /** `provider/model`, as recorded with answers. */
  upstream: string;
  from: Day;
  input: number;
  output: number;
};

/** The costs of a picture, in micro-USD, by quality and size. */
type PictureCosts = Readonly<Record<PictureQuality, Record<PictureSize, number>>>;

/**
 * A provider's price from a day on, in micro-USD, with everything that determines it. Orders name the same quality,
 * size and resolution, so that they cost this price.
 */
export type MediaPrice = { upstream: string; from: Day } & (
  | { kind: 'picture'; picture: PictureCosts; promptToken: number }
  | { kind: 'music'; song: number; songs: number }
  | { kind: 'video'; resolution: string; video: Readonly<Record<VideoSeconds, number>> }
  /** An operator's price of a picture, an order of music or a second of video, regardless of quality and size. */
  | { kind: 'each'; each: number }
);

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

/**
 * OpenAI's pictures cost $30 for a million tokens of output. It names no number of tokens for 2.6 (looked for on 28
 * November 2026). Resellers measured three to four times those of 2.5 in low and medium quality, and the same ones in
 * high quality: four times is the careful bound. Complexity changes nothing, by their words. Wide pictures count like
 * squares, although OpenAI's own calculator for this family has fewer tokens for them.
 */
const tokens25 = { low: 196, medium: 439, high: 1_756 };
const tokens26 = { low: 784, medium: 1_756, high: 1_756 };

/** Suno-compatible services take 12 credits of $0.005 for an order of two songs (10 March 2026), with all models. */
const suno = { kind: 'music', from: '2026-03-10', song: 30_000, songs: 2 } as const;

export const mediaPrices: readonly MediaPrice[] = [
  {
    kind: 'picture',
    upstream: 'openai/gpt-image-1-mini',
    from: '2025-10-06',
    picture: {
      low: { square: 5_000, landscape: 6_000, portrait: 6_000 },
      medium: { square: 11_000, landscape: 15_000, portrait: 15_000 },
      high: { square: 36_000, landscape: 52_000, portrait: 52_000 },
    },
    promptToken: 2,
  },
  pictures('openai/gpt-image-2.5-flare', '2026-09-08', tokens25),
  pictures('openai/gpt-image-2.5-sunburst', '2026-09-08', tokens25),
  pictures('openai/gpt-image-2.6-flare', '2026-11-04', tokens26),
  pictures('openai/gpt-image-2.6-sunburst', '2026-11-04', tokens26),
  { upstream: 'suno/V4', ...suno },
  { upstream: 'suno/V5', ...suno },
  {
    kind: 'video',
    upstream: 'luma/ray-2',
    from: '2025-10-28',
    resolution: '540p',
    video: { 5: 400_000, 10: 800_000 },
  },
  // Ten seconds cost three times as much as five. Luma's list of 8 October 2026, which may change.
  {
    kind: 'video',
    upstream: 'luma/ray-3.2',
    from: '2026-10-08',
    resolution: '540p',
    video: { 5: 150_000, 10: 450_000 },
  },
];

/** The price of a search, in micro-USD: Brave's Web Search API, and one credit of Tavily (both 22 November 2026). */
export const searchPrices: Readonly<Record<SearchProviderName, number>> = {
  searxng: 0,
  brave: 5_000,
  tavily: 8_000,
};

type MediaOrder = { provider: string; upstream: string; prompt: string; options: MediaOptions };

/**
 * Returns the cost of a media job at its provider on a day, in micro-USD; `undefined` if the price is unknown. The
 * sandbox is free.
 */
export function mediaCostOf(
  { provider, upstream, prompt, options }: MediaOrder,
  day: Day,
  prices: readonly MediaPrice[] = mediaPrices,
): number | undefined {
  if (provider === 'sandbox') return 0;
  const price = mediaPriceOf(`${provider}/${upstream}`, day, prices);
  if (price?.kind === 'each') {
    return price.each * (options.kind === 'video' ? options.seconds : 1);
  }
  if (price?.kind === 'picture' && options.kind === 'picture') {
    const { picture, promptToken } = price;
    return picture[options.quality][options.size] + promptToken * estimateTokens(prompt);
  }
  if (price?.kind === 'music' && options.kind === 'music') return price.song * price.songs;
  if (price?.kind === 'video' && options.kind === 'video') return price.video[options.seconds];
  return undefined;
}

/** Like `tokenPriceOf`, for media. */
export function mediaPriceOf(
  upstream: string,
  day: Day,
  prices: readonly MediaPrice[] = mediaPrices,
): MediaPrice | undefined {
  const ofUpstream = prices.filter((price) => price.upstream === upstream);
  return validOn(ofUpstream, day);
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

/** Returns a price of OpenAI's pictures from the tokens of a picture: $30 a million, and $5 for those of the prompt. */
function pictures(
  upstream: string,
  from: Day,
  tokens: Readonly<Record<PictureQuality, number>>,
): MediaPrice {
  const ofSize = (quality: PictureQuality) => {
    const cost = tokens[quality] * 30;
    return { square: cost, landscape: cost, portrait: cost };
  };
  const picture = { low: ofSize('low'), medium: ofSize('medium'), high: ofSize('high') };
  return { kind: 'picture', upstream, from, picture, promptToken: 5 };
}
