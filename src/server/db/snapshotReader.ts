import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Database, Executor } from '#server/db/connect.ts';

export type SnapshotReader = {
  query: Executor;
  /** Ends the transaction, and gives its connection back. */
  commit(): Promise<void>;
  /** To be called in any case. Closes the connection of a reader that left early, because its transaction is open. */
  release(): void;
};

/**
 * Opens a transaction that reads the database as it is at one instant, for reads that a generator interrupts, on a
 * connection of the pool, or on one that was taken from it.
 */
export async function openSnapshotReader(
  { pool, limits }: Database,
  given?: PoolClient,
): Promise<SnapshotReader> {
  const client = given ?? (await pool.connect());
  let isCommitted = false;
  const release = () => client.release(!isCommitted);
  try {
    await client.query(`begin isolation level repeatable read read only${limits}`);
  } catch (error) {
    release();
    throw error;
  }
  return {
    query: drizzle(client),
    commit: async () => {
      await client.query('commit');
      isCommitted = true;
    },
    release,
  };
}
