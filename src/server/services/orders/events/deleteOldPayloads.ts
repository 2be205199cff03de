import { and, isNotNull, lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { providerEvent } from '#server/db/schema/orders.ts';

/** Days for which the payload of a webhook event is kept: disputes are opened for up to 90 days after a payment. */
export const payloadKeptDays = 90;

/** Deletes the payloads of old webhook events, which contain personal data. The outcome of each event stays. */
export async function deleteOldPayloads({ database, now }: CorePlatform): Promise<number> {
  const oldest = new Date(now().getTime() - payloadKeptDays * 86_400_000);
  const { rowCount } = await database.query
    .update(providerEvent)
    .set({ payload: null })
    .where(and(isNotNull(providerEvent.payload), lt(providerEvent.received, oldest)));
  return rowCount ?? 0;
}
