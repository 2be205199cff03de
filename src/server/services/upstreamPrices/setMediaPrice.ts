import { type Day, isDay } from '#domain/dates.ts';
import { mediaProviderNames } from '#domain/models/providers.ts';
import { providerOf } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import { mediaPrice } from '#server/db/schema/costs.ts';
import { invalid, line } from '#server/inputChecks.ts';
import { deleteFailure } from '#server/services/alarms/noteFailure.ts';
import { notifyServers } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** In micro-USD: $1,000 for a picture, an order of music or a second of video. */
const mostEach = 1_000_000_000;

/**
 * Sets the price of a media upstream from a day on. Replaces an earlier price for the same day. Throws `invalid_input`.
 */
export async function setMediaPrice(
  { database }: CorePlatform,
  price: { upstream: string; from: Day; each: number },
): Promise<void> {
  const { from, each } = price;
  const upstream = line('The upstream', price.upstream, 200);
  const provider = providerOf(upstream);
  if (!/^[a-z]+\/./.test(upstream) || !mediaProviderNames.some((name) => name === provider)) {
    throw invalid(`The upstream must be provider/model, of ${mediaProviderNames.join(', ')}`);
  }
  if (!isDay(from)) throw invalid('The day must be YYYY-MM-DD');
  if (!Number.isInteger(each) || each < 0 || each > mostEach) {
    throw invalid('A price must be from 0 to 1000 dollars');
  }
  await database.transaction(async (transaction) => {
    await transaction
      .insert(mediaPrice)
      .values({ upstream, starts: from, each })
      .onConflictDoUpdate({ target: [mediaPrice.upstream, mediaPrice.starts], set: { each } });
    await writeAudit(transaction, 'prices.set', upstream, { from, each });
    await deleteFailure(transaction, { name: 'unknown_price', subject: upstream });
    await notifyServers(transaction);
  });
}
