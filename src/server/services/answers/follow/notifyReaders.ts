import type { CorePlatform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { notify } from '#server/db/notify.ts';
import { sendAnswerChanges } from '#server/services/chatChanges/sendChange.ts';

/** Ids per notification (PostgreSQL allows 8,000 bytes). */
const idsPerNotification = 200;

/**
 * Notifies readers on all servers of new stored events of these answers. Never call it in a transaction that stores:
 * commits with notifications are serialised, each with its own wait for the disk.
 */
export async function notifyReaders(database: Database, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerNotification) {
    const payload = ids.slice(start, start + idsPerNotification).join(',');
    await notify(database.query, 'answer_event', payload);
  }
}

/** Notifies the readers of an answer that has ended, and the pages of its user. */
export async function notifyEnd(platform: CorePlatform, answerId: string): Promise<void> {
  await notifyReaders(platform.database, [answerId]);
  await sendAnswerChanges(platform, 'ended', [answerId]);
}
