import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type AppliedMigration, readMigrationState } from '#server/db/migrationState.ts';
import { withOwnClient } from '#server/db/ownClient.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { shareSchema, unshareSchema } from '#server/db/schemaLock.ts';
import {
  type CopiedSequence,
  type CopiedTable,
  copyOut,
  listSequences,
  listTables,
  prepareCopySession,
} from '#server/db/tableCopy.ts';

/** A database as it is at one instant. Its reads cannot run at the same time. */
export type CopySource = {
  postgres: string;
  migrations: AppliedMigration[];
  tables: CopiedTable[];
  query: Executor;
  /** Streams the rows of a table. Calls `onEnd` with their number. */
  read: (table: CopiedTable, onEnd: (rows: number) => void) => AsyncIterable<Uint8Array>;
  /** To be called after the rows: sequences are outside of the snapshot and must not be behind them. */
  readSequences: () => Promise<CopiedSequence[]>;
  /** Ends the snapshot, so that old rows can be cleaned up and migrations go on. The lock of backups is held until `work` returns. */
  release: () => Promise<void>;
};

/** The key of the advisory lock of backups. Nothing else in this database uses it. */
const backupLock = 7_201_802;

/**
 * Calls `work` with the database as it is now, after migrations that run. Throws an error for the operator when it has no
 * schema of ours, or while another process copies it; with `onWait`, calls that and waits for the other one.
 */
export async function withCopySource<Result>(
  url: string,
  work: (source: CopySource) => Promise<Result>,
  onWait?: () => void,
): Promise<Result> {
  return withOwnClient(url, async (client) => {
    await prepareCopySession(client);
    await lockBackups(client, onWait);
    await shareSchema(client);
    await client.query('begin isolation level repeatable read read only');
    const query = drizzle(client);
    const { applied: migrations } = await readMigrationState(query);
    if (migrations.length === 0) {
      throw new Error('The database is empty: there is nothing to back up.');
    }
    const { rows } = await client.query("select current_setting('server_version') as version");
    return work({
      postgres: parseRows({ version: z.string() }, rows)[0]?.version ?? '',
      migrations,
      tables: await listTables(client),
      query,
      read: (table, onEnd) => copyOut(client, table, onEnd),
      readSequences: () => listSequences(client),
      release: async () => {
        await client.query('commit');
        await unshareSchema(client);
      },
    });
  });
}

async function lockBackups(client: Client, onWait: (() => void) | undefined): Promise<void> {
  const lock = await client.query('select where pg_try_advisory_lock($1)', [backupLock]);
  if (lock.rowCount === 1) return;
  if (onWait === undefined) throw new Error('Another backup of this database is running.');
  onWait();
  await client.query('select pg_advisory_lock($1)', [backupLock]);
}
