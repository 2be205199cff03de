import type { Executor } from '#server/db/connect.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { currentActor } from '#server/services/operation/actor.ts';

/**
 * Records an action in the transaction that performs it, with who acts. The reason is that of the details, or of the
 * actor.
 */
export async function writeAudit(
  query: Executor,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { by, via, reason } = currentActor();
  const given = details['reason'] ?? details['note'];
  const why = typeof given === 'string' ? given : reason;
  await query.insert(auditEntry).values({ action, subject, details, by, via, reason: why });
}
