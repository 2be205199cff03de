import type { Database } from '#server/db/connect.ts';
import { notify } from '#server/db/notify.ts';

/** Ids that fit into one notification (PostgreSQL allows 8,000 bytes). */
const idsPerNotification = 200;

/**
 * Tells readers on all servers that events of these answers are stored. Never part of a transaction that stores:
 * transactions that notify are committed one after the other, each with its own wait for the disk.
 */
export async function notifyReaders(database: Database, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerNotification) {
    const payload = ids.slice(start, start + idsPerNotification).join(',');
    await notify(database.query, 'answer_event', payload);
  }
}
