import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { qualified } from '#server/db/qualified.ts';
import { report } from '#server/db/schema/gpts.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Lists open reports, or all, oldest first. `subject` is `null` when it no longer exists. */
export async function listReports(
  { database: { query } }: CorePlatform,
  { all, limit }: { all: boolean; limit: number },
) {
  return query
    .select({
      id: report.id,
      type: report.subjectType,
      subjectId: report.subjectId,
      reason: report.reason,
      details: report.details,
      handled: report.handled,
      created: report.created,
      /** The name of the GPT, or the text of the review. */
      subject: sql<string | null>`case ${report.subjectType}
        when 'gpt' then (select name from gpt where id = ${qualified(report.subjectId)})
        else (select coalesce(text, '') from review where id::text = ${qualified(report.subjectId)}) end`,
    })
    .from(report)
    .where(all ? undefined : isNull(report.handled))
    .orderBy(asc(report.created), report.id)
    .limit(limit);
}

/** Closes a report, with a note for the audit log. Throws `not_found`, or `conflict` when it is already closed. */
export async function closeReport(
  { database, now }: CorePlatform,
  id: string,
  note: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [closed] = await transaction
      .update(report)
      .set({ handled: now() })
      .where(and(eq(report.id, id), isNull(report.handled)))
      .returning({ type: report.subjectType, subject: report.subjectId });
    if (closed) return writeAudit(transaction, 'reports.close', id, { ...closed, note });
    const found = await transaction.select({ id: report.id }).from(report).where(eq(report.id, id));
    if (found.length > 0) throw new AppError('conflict', 'This report is closed already');
    throw new AppError('not_found', 'There is no report with this id');
  });
}

/** Closes all open reports about a GPT or a review. Returns their ids. */
export async function closeReportsAbout(
  transaction: Executor,
  type: 'gpt' | 'review',
  subjectId: string,
  time: Date,
): Promise<string[]> {
  const closed = await transaction
    .update(report)
    .set({ handled: time })
    .where(
      and(eq(report.subjectType, type), eq(report.subjectId, subjectId), isNull(report.handled)),
    )
    .returning({ id: report.id });
  return closed.map(({ id }) => id);
}
