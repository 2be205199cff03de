import type { ReportReason } from '#domain/reviews/reviews.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { upsertReport } from '#server/db/queries/reviews.ts';
import { AppError } from '#server/errors.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { reviewLimits } from '#server/services/limits/limits.ts';

type Subject = { type: 'gpt' | 'review'; id: string };

type Complaint = { reason: ReportReason; details?: string | undefined };

/**
 * Stores the acting user's report about a GPT or a review. A second report replaces the first one and opens it again.
 * Throws `unknown_review`, `too_many_requests`, and the errors of `getGpt`.
 */
export async function reportSubject(
  context: Context,
  subject: Subject,
  complaint: Complaint,
): Promise<Record<string, never>> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: reviewLimits.report, by: userId }]);
  const { reason, details } = complaint;
  const report = { userId, subjectType: subject.type, subjectId: subject.id, reason };
  const stored = { ...report, details: details || null };
  if (await upsertReport(context.database.query, stored, context.now())) return {};
  if (subject.type === 'review') {
    throw new AppError('unknown_review', 'There is no review with this id');
  }
  await getGpt(context, subject.id);
  throw new AppError('conflict', 'This GPT was changed at the same time, try again');
}
