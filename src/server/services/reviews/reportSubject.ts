import { type SQL, sql } from 'drizzle-orm';
import type { ReportReason } from '#domain/reviews.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { isReachableGpt } from '#server/services/gpts/shownGpts.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { reviewLimits } from '#server/services/limits/limits.ts';

type Subject = { type: 'gpt' | 'review'; id: string };

type Complaint = { reason: ReportReason; details?: string | undefined };

/**
 * Tells the operator what the acting user has against a GPT or a review. The same user again replaces the report and
 * opens it anew. Throws `unknown_review`, `too_many_requests`, and refuses GPTs that cannot be read as `getGpt` does.
 */
export async function reportSubject(
  context: Context,
  subject: Subject,
  complaint: Complaint,
): Promise<Record<string, never>> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: reviewLimits.report, by: userId }]);
  if (await store(context, userId, subject, complaint)) return {};
  if (subject.type === 'review') {
    throw new AppError('unknown_review', 'There is no review with this id');
  }
  await getGpt(context, subject.id);
  throw new AppError('conflict', 'This GPT was changed at the same time, try again');
}

/** Returns whether there is something to report. */
async function store(
  { database, now }: Context,
  userId: string,
  subject: Subject,
  { reason, details }: Complaint,
): Promise<boolean> {
  const time = now().toISOString();
  const { rowCount } = await database.query.execute(sql`
    insert into report (user_id, subject_type, subject_id, reason, details, created)
    select ${userId}::uuid, ${subject.type}, found.id, ${reason}, ${details || null}, ${time}::timestamptz
    from (${shown(subject)}) as found
    on conflict (user_id, subject_type, subject_id) do update
    set reason = excluded.reason, details = excluded.details, created = excluded.created, handled = null`);
  return rowCount === 1;
}

function shown({ type, id }: Subject): SQL {
  if (type === 'gpt')
    return sql`select id from ${gpt} where ${gpt.id} = ${id} and ${isReachableGpt}`;
  return sql`select id::text from review where id = ${id} and hidden is null`;
}
