import { and, eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { lockRow } from '#server/db/findRow.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { providerEvent } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { eventsTask } from '#server/services/orders/taskNames.ts';

/**
 * Applies a parked webhook event once more, for example after an update that can read its subject. Throws `not_found`
 * for an event that is not parked, and `invalid_input` for one whose subject could not be read.
 */
export async function retryEvent({ database, now }: CorePlatform, eventId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const isParked = and(eq(providerEvent.eventId, eventId), eq(providerEvent.state, 'parked'));
    const parked = await lockRow(transaction, providerEvent, isParked);
    if (!parked) throw new AppError('not_found', 'No message of this id is parked');
    if (parked.subject.kind === 'unreadable') {
      const why = 'Nobody could read what it is about: have the provider send it again';
      throw new AppError('invalid_input', why);
    }
    await transaction
      .update(providerEvent)
      // From here on the retries continue for days.
      .set({ state: 'waiting', attempts: 0, nextAttempt: now(), received: now() })
      .where(eq(providerEvent.id, parked.id));
    await writeAudit(transaction, 'order.retryEvent', eventId, { method: parked.method });
  });
  await enqueueTask(database.query, eventsTask);
}
