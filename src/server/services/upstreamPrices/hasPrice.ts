import { dayOf } from '#domain/dates.ts';
import { searchProviderNames } from '#domain/models/providers.ts';
import {
  type MediaPrice,
  type TokenPrice,
  mediaPriceOf,
  providerOf,
  tokenPriceOf,
} from '#domain/costs/upstreamPrices.ts';

type Prices = { prices: readonly TokenPrice[]; mediaPrices: readonly MediaPrice[] };

/** Whether the price of an upstream is known now: of a model of text or of media, or of a search engine. */
export function hasPrice(upstream: string, { prices, mediaPrices }: Prices, now: Date): boolean {
  const provider = providerOf(upstream);
  if (provider === 'sandbox' || searchProviderNames.some((name) => name === provider)) return true;
  const day = dayOf(now);
  const price = tokenPriceOf(upstream, day, prices) ?? mediaPriceOf(upstream, day, mediaPrices);
  return price !== undefined;
}
