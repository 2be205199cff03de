import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isReachableGpt } from '#server/db/queries/shownGpts.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { type report, gpt, review } from '#server/db/schema/gpts.ts';

/*
 * Raw, because reviews and reports are inserted only where their subject may be reviewed or reported at that moment, in one
 * statement (`insert … select … for key share … on conflict`); and because the newest reviews of many GPTs are single
 * steps of an index (`lateral`).
 */

type Review = typeof review.$inferSelect;

const { id, rating, text, created, updated, hidden, gptId } = review;
const publicReview = { id, name: appUser.name, rating, text, created, updated };
const ownReview = { ...publicReview, hidden };
const reviewOfGpt = { gptId, ...publicReview };

/** A review with the name of its author. */
export type ReviewRow = RowOf<typeof ownReview>;

/**
 * Stores or changes a user's review of a GPT. Returns `undefined` where there is no such GPT to read, and where the
 * user has no counted conversation with it and no review of it. The account is locked, so that one that is deleted at
 * this moment gets no review any more.
 */
export async function upsertReview(
  executor: Executor,
  { userId, gptId, rating, text }: Pick<Review, 'userId' | 'gptId' | 'rating' | 'text'>,
  now: Date,
): Promise<ReviewRow | undefined> {
  const time = now.toISOString();
  const { rows } = await executor.execute(sql`
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
  return parseRows(ownReview, rows)[0];
}

type Report = typeof report.$inferSelect;

/** Stores a user's report, or opens it again. Returns whether its subject can be reported. */
export async function upsertReport(
  executor: Executor,
  report: Pick<Report, 'userId' | 'subjectType' | 'subjectId' | 'reason' | 'details'>,
  now: Date,
): Promise<boolean> {
  const { userId, subjectType, subjectId, reason, details } = report;
  const found =
    subjectType === 'gpt'
      ? sql`select id from ${gpt} where ${gpt.id} = ${subjectId} and ${isReachableGpt}`
      : sql`select id::text from review where id = ${subjectId} and hidden is null`;
  const { rowCount } = await executor.execute(sql`
    insert into report (user_id, subject_type, subject_id, reason, details, created)
    select ${userId}::uuid, ${subjectType}, found.id, ${reason}, ${details}, ${now.toISOString()}::timestamptz
    from (${found}) as found
    on conflict (user_id, subject_type, subject_id) do update
    set reason = excluded.reason, details = excluded.details, created = excluded.created, handled = null`);
  return rowCount === 1;
}

/** Returns the `most` newest shown reviews with a text of each of these GPTs, with the ids of the GPTs in order. */
export async function readNewestReviews(
  executor: Executor,
  gptIds: readonly string[],
  most: number,
): Promise<RowOf<typeof reviewOfGpt>[]> {
  const { rows } = await executor.execute(sql`
    select wanted.id as "gptId", newest.id, app_user.name, newest.rating, newest.text, newest.created, newest.updated
    from unnest(${sql.param(gptIds)}::text[]) as wanted (id)
    cross join lateral (
      select * from review
      where gpt_id = wanted.id and hidden is null and text is not null
      order by updated desc, id limit ${most}) as newest
    join app_user on app_user.id = newest.user_id
    order by wanted.id collate "C", newest.updated desc, newest.id`);
  return parseRows(reviewOfGpt, rows);
}
