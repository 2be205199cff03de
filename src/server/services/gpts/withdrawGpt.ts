import { and, eq, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/gpts/gpts.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { purgeAfterCommit } from '#server/services/gpts/purgeGpt.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { closeReportsAbout } from '#server/services/reports/reports.ts';

/**
 * Hides a GPT from the public until `showGpt`, and closes the reports about it. Returns their number. Saved lists keep
 * it. Throws `unknown_gpt`, `gone`, or `conflict` when it is already hidden.
 */
export async function hideGpt(
  platform: CorePlatform,
  id: string,
  reason: string,
): Promise<{ closedReports: number }> {
  const { database, now } = platform;
  const time = now();
  return database.transaction(async (transaction) => {
    const change = { hidden: time, updated: time };
    await changeGpt(transaction, id, change, isNull(gpt.hidden), 'This GPT is hidden already');
    const reports = await closeReportsAbout(transaction, 'gpt', id, time);
    await writeAudit(transaction, 'gpts.hide', id, { reason, reports });
    await purgeAfterCommit(transaction, platform, id);
    return { closedReports: reports.length };
  });
}

/** Shows a hidden GPT to the public again. Throws `unknown_gpt`, `gone`, or `conflict` when it is not hidden. */
export async function showGpt({ database, now }: CorePlatform, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const change = { hidden: null, updated: now() };
    await changeGpt(transaction, id, change, isNotNull(gpt.hidden), 'This GPT is not hidden');
    await writeAudit(transaction, 'gpts.show', id);
  });
}

/**
 * Removes a GPT permanently: its address returns 410, and no import restores it. Users keep their conversations with
 * it. Closes the reports about it and returns their number. Throws `unknown_gpt`, or `gone` when it was removed before.
 */
export async function removeGpt(
  platform: CorePlatform,
  id: string,
  reason: string,
): Promise<{ closedReports: number }> {
  const { database, now } = platform;
  const time = now();
  return database.transaction(async (transaction) => {
    await changeGpt(transaction, id, { removed: time, updated: time }, undefined, '');
    const reports = await closeReportsAbout(transaction, 'gpt', id, time);
    await writeAudit(transaction, 'gpts.remove', id, { reason, reports });
    await purgeAfterCommit(transaction, platform, id);
    return { closedReports: reports.length };
  });
}

/** Sets who may see a GPT. Throws `unknown_gpt`, `gone`, or `conflict` when the visibility is the same. */
export async function setVisibility(
  platform: CorePlatform,
  id: string,
  visibility: Visibility,
): Promise<void> {
  const { database, now } = platform;
  await database.transaction(async (transaction) => {
    const change = { visibility, updated: now() };
    const isOther = ne(gpt.visibility, visibility);
    await changeGpt(transaction, id, change, isOther, `This GPT is ${visibility} already`);
    await writeAudit(transaction, 'gpts.visibility', id, { visibility });
    if (visibility !== 'public') await purgeAfterCommit(transaction, platform, id);
  });
}

/** Changes a GPT that is not removed and fulfils `condition`. Throws the reason when nothing was changed. */
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
