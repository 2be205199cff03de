import type { Executor } from '#server/db/connect.ts';
import { auditEntry } from '#server/db/schema/operation.ts';

/** Records an operator's action, in the transaction that performs it. */
export async function writeAudit(
  query: Executor,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await query.insert(auditEntry).values({ action, subject, details });
}
