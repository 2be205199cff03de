import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { auditEntry } from '#server/db/schema/operation.ts';

export type AuditEntry = typeof auditEntry.$inferSelect;

export type AuditFilter = {
  /** The whole subject, such as the id of a GPT or an account. */
  subject?: string | undefined;
  /** An action, such as `gpts.hide`, or its first words, such as `gpts`. */
  action?: string | undefined;
  by?: string | undefined;
  /** Only of the last days. */
  days?: number | undefined;
  /** Only entries before this one. */
  before?: number | undefined;
  limit: number;
};

/** Lists recorded changes, newest first, and says whether there are more. */
export async function listAudit(
  { database: { query }, now }: CorePlatform,
  { subject, action, by, days, before, limit }: AuditFilter,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const since = days === undefined ? undefined : new Date(now().getTime() - days * 86_400_000);
  const isOfAction =
    action === undefined
      ? undefined
      : or(eq(auditEntry.action, action), sql`starts_with(${auditEntry.action}, ${`${action}.`})`);
  const rows = await query
    .select()
    .from(auditEntry)
    .where(
      and(
        subject === undefined ? undefined : eq(auditEntry.subject, subject),
        isOfAction,
        by === undefined ? undefined : eq(auditEntry.by, by),
        since && gte(auditEntry.created, since),
        before === undefined ? undefined : lt(auditEntry.id, BigInt(before)),
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(limit + 1);
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit };
}
