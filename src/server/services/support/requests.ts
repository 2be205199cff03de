import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { type ContactTopic, contactKeptDays } from '#domain/support/contact.ts';
import type { CorePlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

export type SupportRequest = typeof supportRequest.$inferSelect;

type ListOptions = { all: boolean; limit: number; topic?: ContactTopic | undefined };

/**
 * Lists messages for the operator, of one topic or of all: those of Pro users first, then the oldest. Without `all`,
 * only those that are neither answered nor closed.
 */
export async function listRequests(
  { database: { query } }: CorePlatform,
  { all, limit, topic }: ListOptions,
): Promise<SupportRequest[]> {
  const isOpen = and(isNull(supportRequest.answered), isNull(supportRequest.closed));
  const isOfTopic = topic === undefined ? undefined : eq(supportRequest.topic, topic);
  return query
    .select()
    .from(supportRequest)
    .where(and(all ? undefined : isOpen, isOfTopic))
    .orderBy(desc(sql`${supportRequest.tier} = 'pro'`), supportRequest.created)
    .limit(limit);
}

/** Returns the message with this reference. Throws `not_found`. */
export async function findRequest(
  { database: { query } }: CorePlatform,
  reference: string,
): Promise<SupportRequest> {
  const found = await findRow(query, supportRequest, eq(supportRequest.reference, reference));
  if (found) return found;
  throw new AppError('not_found', `There is no message with the reference ${reference}`);
}

/** Closes a message, with a note in its audit row. Throws `not_found`, or `conflict` when it is closed already. */
export async function closeRequest(
  platform: CorePlatform,
  reference: string,
  note: string,
): Promise<void> {
  const { database, now } = platform;
  await findRequest(platform, reference);
  await database.transaction(async (transaction) => {
    const closed = await transaction
      .update(supportRequest)
      .set({ closed: now() })
      .where(and(eq(supportRequest.reference, reference), isNull(supportRequest.closed)))
      .returning({ id: supportRequest.id });
    if (closed.length === 0) throw new AppError('conflict', 'This message is closed already');
    await writeAudit(transaction, 'support.close', reference, { note });
  });
}

/** Deletes messages after the time that the privacy policy promises. Returns the number of deleted messages. */
export async function deleteOldRequests({ database, now }: CorePlatform): Promise<number> {
  const oldest = new Date(now().getTime() - contactKeptDays * 86_400_000);
  const { rowCount } = await database.query
    .delete(supportRequest)
    .where(lt(supportRequest.created, oldest));
  return rowCount ?? 0;
}
