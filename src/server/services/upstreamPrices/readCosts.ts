import { asc } from 'drizzle-orm';
import {
  type MediaPrice,
  type TokenPrice,
  mediaPrices,
  tokenPrices,
} from '#domain/costs/upstreamPrices.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaPrice, providerCap, upstreamPrice } from '#server/db/schema/costs.ts';

/** The prices of upstream models, and the daily caps of providers. */
export type ProviderCosts = {
  /**
   * Of several prices for the same upstream and day, the last one counts: the operator's follow those of the product.
   */
  prices: readonly TokenPrice[];
  /** The same for media. */
  mediaPrices: readonly MediaPrice[];
  /** By provider, in micro-USD a day. */
  caps: ReadonlyMap<string, number>;
};

export async function readCosts(query: Executor): Promise<ProviderCosts> {
  const stored = await query.select().from(upstreamPrice).orderBy(asc(upstreamPrice.id));
  const storedMedia = await query.select().from(mediaPrice).orderBy(asc(mediaPrice.id));
  const caps = await query.select().from(providerCap);
  const own = stored.map(({ upstream, starts, input, output }) => {
    return { upstream, from: starts, input, output };
  });
  const ownMedia = storedMedia.map(({ upstream, starts, each }) => {
    return { kind: 'each' as const, upstream, from: starts, each };
  });
  return {
    prices: [...tokenPrices, ...own],
    mediaPrices: [...mediaPrices, ...ownMedia],
    caps: new Map(caps.map(({ provider, daily }) => [provider, daily])),
  };
}
