import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { report, review } from '#server/db/schema/gpts.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

type Means = Pick<Platform, 'database' | 'now'>;

/**
 * Takes a review out of sight and out of the sums of its GPT, and closes the reports about it. Returns their number.
 * Throws `unknown_review`, or `conflict` when it is hidden already.
 */
export async function hideReview(
  { database, now }: Means,
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
    if (!hidden) throw await whyNot(transaction, id, 'This review is hidden already');
    const closed = await transaction
      .update(report)
      .set({ handled: time })
      .where(
        and(eq(report.subjectType, 'review'), eq(report.subjectId, id), isNull(report.handled)),
      )
      .returning({ id: report.id });
    const reports = closed.map((row) => row.id);
    await writeAudit(transaction, 'reviews.hide', id, { gpt: hidden.gptId, reason, reports });
    return { closedReports: closed.length };
  });
}

/**
 * Brings a hidden review back into sight and into the sums. Returns `withdrawn` when its author took it back meanwhile:
 * then nothing of it is left to show. Throws `unknown_review`, or `conflict` when it is not hidden.
 */
export async function showReview({ database }: Means, id: string): Promise<'shown' | 'withdrawn'> {
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
    if (!found) throw await whyNot(transaction, id, 'This review is not hidden');
    await writeAudit(transaction, 'reviews.show', id, { gpt: found.gptId });
    return shown ? 'shown' : 'withdrawn';
  });
}

async function whyNot(query: Executor, id: string, otherwise: string): Promise<AppError> {
  const found = await query.select({ id: review.id }).from(review).where(eq(review.id, id));
  if (found.length > 0) return new AppError('conflict', otherwise);
  return new AppError('unknown_review', 'There is no review with this id');
}
