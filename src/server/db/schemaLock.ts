import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { hasCode } from '#server/errors.ts';

/** The key of the advisory lock of the schema. Nothing else in this database uses it. */
const schemaLock = 7_201_803;

/** Time in which a migration may wait for a table, because everybody else who needs this table waits behind it. */
const tableMilliseconds = 2_000;

/** Time for those who waited behind a migration, before it tries again. */
const restMilliseconds = 3_000;

const lockNotAvailable = new Set(['55P03']);

/**
 * Keeps migrations away until `unshareSchema` or the end of the connection. Waits while they run: a snapshot from before
 * a table was written again would find it empty.
 */
export async function shareSchema(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [schemaLock]);
}

export async function unshareSchema(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1)', [schemaLock]);
}

/**
 * Calls `change`, one transaction that changes the schema, when nobody shares it. Meanwhile it has no lock of a table: a
 * waiting `ALTER TABLE` would keep all others waiting, too. Repeats it while long reads use its tables. `onWait` is called
 * once.
 */
export async function changeSchema(
  client: Client,
  change: () => Promise<void>,
  onWait: () => void,
): Promise<void> {
  let isAnnounced = false;
  const announceOnce = () => {
    if (!isAnnounced) onWait();
    isAnnounced = true;
  };
  const free = await client.query('select where pg_try_advisory_lock($1)', [schemaLock]);
  if (free.rowCount === 0) {
    announceOnce();
    await client.query('select pg_advisory_lock($1)', [schemaLock]);
  }
  await client.query(`set lock_timeout = ${tableMilliseconds}`);
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!hasCode(error, lockNotAvailable)) throw error;
      announceOnce();
      await pause(restMilliseconds);
    }
  }
}
