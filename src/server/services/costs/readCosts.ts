import { asc } from 'drizzle-orm';
import { type TokenPrice, tokenPrices } from '#domain/upstreamPrices.ts';
import type { Executor } from '#server/db/connect.ts';
import { providerCap, upstreamPrice } from '#server/db/schema/costs.ts';

/** The prices of upstream models, and the daily caps of providers. */
export type ProviderCosts = {
  /**
   * Of several prices for the same upstream and day, the last one counts: the operator's follow those of the product.
   */
  prices: readonly TokenPrice[];
  /** By provider, in micro-USD a day. */
  caps: ReadonlyMap<string, number>;
};

export async function readCosts(query: Executor): Promise<ProviderCosts> {
  const stored = await query.select().from(upstreamPrice).orderBy(asc(upstreamPrice.id));
  const caps = await query.select().from(providerCap);
  const own = stored.map(({ upstream, starts, input, output }) => {
    return { upstream, from: starts, input, output };
  });
  return {
    prices: [...tokenPrices, ...own],
    caps: new Map(caps.map(({ provider, daily }) => [provider, daily])),
  };
}
