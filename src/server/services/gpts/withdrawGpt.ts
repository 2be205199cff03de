import { and, eq, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/gpts.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt, report } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

type Means = Pick<Platform, 'database' | 'now'>;

/**
 * Takes a GPT out of public view until `showGpt`, and closes the reports about it. Returns their number. Saved lists
 * keep it. Throws `unknown_gpt`, `gone`, or `conflict` when it is hidden already.
 */
export async function hideGpt(
  { database, now }: Means,
  id: string,
  reason: string,
): Promise<{ closedReports: number }> {
  const time = now();
  return database.transaction(async (transaction) => {
    const change = { hidden: time, updated: time };
    await changeGpt(transaction, id, change, isNull(gpt.hidden), 'This GPT is hidden already');
    const reports = await closeReports(transaction, id, time);
    await writeAudit(transaction, 'gpts.hide', id, { reason, reports });
    return { closedReports: reports.length };
  });
}

/** Brings a hidden GPT back into public view. Throws `unknown_gpt`, `gone`, or `conflict` when it is not hidden. */
export async function showGpt({ database, now }: Means, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const change = { hidden: null, updated: now() };
    await changeGpt(transaction, id, change, isNotNull(gpt.hidden), 'This GPT is not hidden');
    await writeAudit(transaction, 'gpts.show', id);
  });
}

/**
 * Removes a GPT for good: its address answers 410, and no import brings it back. Users keep their conversations with
 * it. Closes the reports about it and answers how many. Throws `unknown_gpt`, or `gone` when it was removed before.
 */
export async function removeGpt(
  { database, now }: Means,
  id: string,
  reason: string,
): Promise<{ closedReports: number }> {
  const time = now();
  return database.transaction(async (transaction) => {
    await changeGpt(transaction, id, { removed: time, updated: time }, undefined, '');
    const reports = await closeReports(transaction, id, time);
    await writeAudit(transaction, 'gpts.remove', id, { reason, reports });
    return { closedReports: reports.length };
  });
}

/** Says who may see a GPT. Throws `unknown_gpt`, `gone`, or `conflict` when that is so already. */
export async function setVisibility(
  { database, now }: Means,
  id: string,
  visibility: Visibility,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const change = { visibility, updated: now() };
    const isOther = ne(gpt.visibility, visibility);
    await changeGpt(transaction, id, change, isOther, `This GPT is ${visibility} already`);
    await writeAudit(transaction, 'gpts.visibility', id, { visibility });
  });
}

/** Changes a GPT that was not removed and that `condition` is true of; else says why not. */
async function changeGpt(
  transaction: Executor,
  id: string,
  change: Partial<typeof gpt.$inferInsert>,
  condition: SQL | undefined,
  otherwise: string,
): Promise<void> {
  const changed = await transaction
    .update(gpt)
    .set(change)
    .where(and(eq(gpt.id, id), isNull(gpt.removed), condition))
    .returning({ id: gpt.id });
  if (changed.length > 0) return;
  const [row] = await transaction.select({ removed: gpt.removed }).from(gpt).where(eq(gpt.id, id));
  if (!row) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  if (row.removed) throw new AppError('gone', 'This GPT was removed');
  throw new AppError('conflict', otherwise);
}

async function closeReports(transaction: Executor, id: string, time: Date): Promise<string[]> {
  const closed = await transaction
    .update(report)
    .set({ handled: time })
    .where(and(eq(report.subjectType, 'gpt'), eq(report.subjectId, id), isNull(report.handled)))
    .returning({ id: report.id });
  return closed.map((row) => row.id);
}
