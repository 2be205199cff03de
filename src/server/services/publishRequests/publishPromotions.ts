import { and, eq, gte, inArray, notExists } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { offerDays } from '#domain/pricing/offerDays.ts';
import type { Executor } from '#server/db/connect.ts';
import { publishRun, publishingSite } from '#server/db/schema/publishing.ts';
import { isActiveSite, requestPublish } from '#server/services/publishRequests/requestPublish.ts';

/**
 * Requests a publish if prices, credits or promotions have changed since the last publish of a site: a promotion is in
 * the HTML of every page. Returns whether it did.
 */
export async function publishPromotions(query: Executor, now: Date): Promise<boolean> {
  const today = dayOf(now);
  const changed = offerDays().findLast((day) => day <= today);
  if (changed === undefined) return false;
  // Not only the change of today: no server may have run on that day, or its publish may have failed.
  const publishedSince = query
    .select({ id: publishRun.id })
    .from(publishRun)
    .where(
      and(
        eq(publishRun.siteId, publishingSite.id),
        inArray(publishRun.state, ['published', 'unchanged']),
        gte(publishRun.started, new Date(changed)),
      ),
    );
  const outdated = await query.$count(publishingSite, and(isActiveSite, notExists(publishedSince)));
  if (outdated === 0) return false;
  await requestPublish(query, { by: 'promotions and prices', isAutomatic: true });
  return true;
}
