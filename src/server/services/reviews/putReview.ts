import { sql } from 'drizzle-orm';
import type { OwnReview } from '#contract/reviews.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { isReachableGpt } from '#server/services/gpts/shownGpts.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { publishReviewsSoon } from '#server/services/reviews/publishSoon.ts';
import { reviewLimits } from '#server/services/limits/limits.ts';
import { toOwnReview } from '#server/services/reviews/toReview.ts';

type Opinion = { rating: number; text?: string | null | undefined };

/**
 * Writes what the acting user thinks of a GPT, or changes it; a review that the operator hid stays hidden. The sums of
 * the GPT follow by a trigger, in the same transaction. Throws `not_used` before the first charged answer of this GPT,
 * `too_many_requests`, and refuses GPTs that cannot be read as `getGpt` does.
 */
export async function putReview(
  context: Context,
  gptId: string,
  opinion: Opinion,
): Promise<OwnReview> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: reviewLimits.change, by: userId }]);
  const stored = await upsert(context, userId, gptId, opinion);
  if (stored) {
    await publishReviewsSoon(context.database.query);
    return toOwnReview(stored);
  }
  await getGpt(context, gptId);
  throw new AppError('not_used', 'Only those who chatted with this GPT may rate it');
}

type StoredReview = Parameters<typeof toOwnReview>[0];

/**
 * `undefined` where there is no such GPT to read or the user may not rate it. The account is locked, so that one that
 * is deleted at this moment gets no review any more.
 */
async function upsert(
  { database, now }: Context,
  userId: string,
  gptId: string,
  { rating, text = null }: Opinion,
): Promise<StoredReview | undefined> {
  const time = now().toISOString();
  const { rows } = await database.query.execute<StoredReview>(sql`
    insert into review as stored (user_id, gpt_id, rating, text, created, updated)
    select app_user.id, ${gpt.id}, ${rating}::smallint, ${text}::text, ${time}::timestamptz, ${time}::timestamptz
    from ${gpt} join app_user on app_user.id = ${userId} where ${gpt.id} = ${gptId} and ${isReachableGpt} and (
      exists (select from conversation where user_id = ${userId} and gpt_id = ${gptId} and counted)
      or exists (select from review where user_id = ${userId} and gpt_id = ${gptId} and withdrawn is null))
    for key share of app_user
    on conflict (user_id, gpt_id) do update set
      rating = excluded.rating, text = excluded.text, withdrawn = null,
      created = case when stored.withdrawn is null then stored.created else excluded.created end,
      updated = case when (stored.rating, stored.text, stored.withdrawn)
        is distinct from (excluded.rating, excluded.text, null) then excluded.updated else stored.updated end
    returning id, (select name from app_user where id = user_id) as name, rating, text, hidden, created, updated`);
  return rows[0];
}
