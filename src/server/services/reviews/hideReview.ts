import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { review } from '#server/db/schema/gpts.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { closeReportsAbout } from '#server/services/reports/reports.ts';

/**
 * Hides a review, removes it from the sums of its GPT, and closes the reports about it. Returns their number. Throws
 * `unknown_review`, or `conflict` when it is already hidden.
 */
export async function hideReview(
  { database, now }: CorePlatform,
  id: string,
  reason: string,
): Promise<{ closedReports: number }> {
  const time = now();
  return database.transaction(async (transaction) => {
    const [hidden] = await transaction
      .update(review)
      .set({ hidden: time })
      .where(and(eq(review.id, id), isNull(review.hidden)))
      .returning({ gptId: review.gptId });
    if (!hidden) throw await refusalReason(transaction, id, 'This review is hidden already');
    const reports = await closeReportsAbout(transaction, 'review', id, time);
    await writeAudit(transaction, 'reviews.hide', id, { gpt: hidden.gptId, reason, reports });
    return { closedReports: reports.length };
  });
}

/**
 * Shows a hidden review again and adds it to the sums. Returns `withdrawn` when its author deleted it meanwhile: then
 * it is deleted completely. Throws `unknown_review`, or `conflict` when it is not hidden.
 */
export async function showReview(
  { database }: CorePlatform,
  id: string,
): Promise<'shown' | 'withdrawn'> {
  return database.transaction(async (transaction) => {
    const [withdrawn] = await transaction
      .delete(review)
      .where(and(eq(review.id, id), isNotNull(review.withdrawn)))
      .returning({ gptId: review.gptId });
    const [shown] = await transaction
      .update(review)
      .set({ hidden: null })
      .where(and(eq(review.id, id), isNotNull(review.hidden), isNull(review.withdrawn)))
      .returning({ gptId: review.gptId });
    const found = withdrawn ?? shown;
    if (!found) throw await refusalReason(transaction, id, 'This review is not hidden');
    await writeAudit(transaction, 'reviews.show', id, { gpt: found.gptId });
    return shown ? 'shown' : 'withdrawn';
  });
}

async function refusalReason(query: Executor, id: string, otherwise: string): Promise<AppError> {
  const found = await query.select({ id: review.id }).from(review).where(eq(review.id, id));
  if (found.length > 0) return new AppError('conflict', otherwise);
  return new AppError('unknown_review', 'There is no review with this id');
}
