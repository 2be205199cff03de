import { type Day, isDay } from '#domain/dates.ts';
import type { TokenPrice } from '#domain/costs/upstreamPrices.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { notify } from '#server/db/notify.ts';
import { upstreamPrice } from '#server/db/schema/costs.ts';
import { invalid, line } from '#server/inputChecks.ts';
import { deleteFailure } from '#server/services/alarms/noteFailure.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** In micro-USD for a million tokens: $10,000, more than any provider charges. */
const mostPrice = 10_000_000_000;

/**
 * Sets the price of an upstream's tokens from a day on. Replaces an earlier price for the same day. Throws
 * `invalid_input`.
 */
export async function setUpstreamPrice(
  { database }: CorePlatform,
  price: TokenPrice,
): Promise<void> {
  const upstream = line('The upstream', price.upstream, 200);
  if (!/^[a-z]+\/./.test(upstream)) {
    throw invalid('The upstream must be provider/model, as dolores models list names it');
  }
  const from: Day = price.from;
  if (!isDay(from)) throw invalid('The day must be YYYY-MM-DD');
  const { input, output } = price;
  for (const value of [input, output]) {
    if (!Number.isInteger(value) || value < 0 || value > mostPrice) {
      throw invalid('A price must be from 0 to 10000 dollars for a million tokens');
    }
  }
  await database.transaction(async (transaction) => {
    await transaction
      .insert(upstreamPrice)
      .values({ upstream, starts: from, input, output })
      .onConflictDoUpdate({
        target: [upstreamPrice.upstream, upstreamPrice.starts],
        set: { input, output },
      });
    await writeAudit(transaction, 'prices.set', upstream, { from, input, output });
    await deleteFailure(transaction, { name: 'unknown_price', subject: upstream });
    await notifyServers(transaction);
  });
}

/** Notifies all servers, which then reload prices and caps with the catalogue of models. */
export async function notifyServers(transaction: Executor): Promise<void> {
  await notify(transaction, 'model_setting', '');
}
