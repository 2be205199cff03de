import { addDays, dayOf } from '#domain/dates.ts';
import { offerDays } from '#domain/pricing/offerDays.ts';
import type { Executor } from '#server/db/connect.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';

/**
 * Requests a publish on the days on which prices, credits or promotions change: a promotion is in the HTML of every page.
 * Returns whether it did.
 */
export async function publishPromotions(query: Executor, now: Date): Promise<boolean> {
  // A job that was missed runs up to a day later. A publish that changes nothing is quick.
  const lately = [dayOf(now), addDays(dayOf(now), -1)];
  if (!offerDays().some((day) => lately.includes(day))) return false;
  await requestPublish(query, { by: 'promotions and prices', isAutomatic: true });
  return true;
}
