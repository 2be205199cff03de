import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { withoutConstraints } from '#server/db/loadedSchema.ts';
import { migrateFrom, migrateUntil, withMigrationLock } from '#server/db/migrate.ts';
import {
  type AppliedMigration,
  newestOf,
  readKnown,
  readMigrationState,
} from '#server/db/migrationState.ts';
import { parseRows } from '#server/db/rawRows.ts';
import {
  type CopiedSequence,
  type CopiedTable,
  copyIn,
  copyOut,
  listTables,
  prepareCopySession,
  quoteName,
} from '#server/db/tableCopy.ts';

/** Time in which connections that have just ended disappear. */
const goneMilliseconds = 3_000;

/** An empty database in a transaction that loads rows. Its calls cannot run at the same time. */
export type CopyTarget = {
  query: Executor;
  /** Inserts the rows of a table. Returns their number. */
  write: (table: CopiedTable, text: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Streams the rows that were inserted. Calls `onEnd` with their number. */
  read: (table: CopiedTable, onEnd: (rows: number) => void) => AsyncIterable<Uint8Array>;
  setSequences: (sequences: readonly CopiedSequence[]) => Promise<void>;
};

/** The schema that the rows were copied from. */
export type CopiedSchema = {
  migrations: readonly AppliedMigration[];
  tables: readonly CopiedTable[];
};

/** The steps of a restore, in one transaction. */
export type CopySteps = {
  /** Inserts all rows, without foreign keys, triggers and most indexes. */
  load: (target: CopyTarget) => Promise<void>;
  /** Compares the inserted rows with those that were copied. */
  check: (target: CopyTarget) => Promise<void>;
  /** Runs with the schema of this program. */
  finish: (query: Executor) => Promise<void>;
};

/**
 * Loads rows into an empty database, in one transaction: a failure or a killed process leaves it empty. The schema is
 * made by the migrations that the rows had, and newer migrations follow. Throws an error for the operator, having changed nothing, when the database
 * is in use or has rows, or when this program does not know the schema. Servers that start meanwhile wait.
 */
export async function loadCopy(
  url: string,
  copied: CopiedSchema,
  { load, check, finish }: CopySteps,
): Promise<void> {
  await withMigrationLock(url, async (client) => {
    await refuseUnknown(copied.migrations);
    await refuseUsed(client);
    await prepareCopySession(client);
    await makeSchema(client, copied.migrations);
    await refuseRows(client);
    const target = toTarget(client);
    await client.query('begin');
    await withoutConstraints(client, copied.tables, () => load(target));
    await check(target);
    await migrateFrom(client, newestOf(copied.migrations));
    await finish(target.query);
    await client.query('commit');
    await client.query('analyze');
  });
}

/** Throws an error for the operator when a restore would be refused, before large files are read. */
export async function requireEmpty(url: string, copied: CopiedSchema): Promise<void> {
  await withMigrationLock(url, async (client) => {
    await refuseUnknown(copied.migrations);
    await refuseUsed(client);
    await refuseRows(client);
  });
}

function toTarget(client: Client): CopyTarget {
  return {
    query: drizzle(client),
    write: (table, text) => copyIn(client, table, text),
    read: (table, onEnd) => copyOut(client, table, onEnd),
    setSequences: async (sequences) => {
      for (const { name, last } of sequences) {
        await client.query('select setval($1::regclass, $2::bigint)', [quoteName(name), last]);
      }
    },
  };
}

async function refuseUnknown(migrations: readonly AppliedMigration[]): Promise<void> {
  const known = new Set((await readKnown()).map(({ time }) => time));
  const unknown = migrations.find(({ time }) => !known.has(time));
  if (!unknown) return;
  const day = new Date(unknown.time).toISOString().slice(0, 10);
  throw new Error(
    `This backup was made by another version of the program (its schema is of ${day}), which this one does not know. ` +
      'Restore it with that version or a newer one.',
  );
}

/** Throws when another session uses the database: a server would work on half of the rows. */
export async function refuseUsed(client: Client): Promise<void> {
  for (const started = Date.now(); ; await wait(100)) {
    const { rows } = await client.query(
      `select coalesce(nullif(application_name, ''), 'a client') as name from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const others = parseRows({ name: z.string() }, rows);
    if (others.length === 0) return;
    if (Date.now() - started < goneMilliseconds) continue;
    throw new Error(
      `${others.length} other connections use this database (such as ${others[0]?.name}). Nothing was changed. Stop ` +
        'every server, worker and command, and start none before the restore has ended.',
    );
  }
}

/** Makes the empty schema of the rows, unless an interrupted restore has made it. */
async function makeSchema(client: Client, wanted: readonly AppliedMigration[]): Promise<void> {
  const newest = newestOf(wanted);
  const { applied } = await readMigrationState(drizzle(client));
  if (applied.some(({ time }) => time > newest)) {
    await refuseRows(client);
    throw new Error(
      'The database has the schema of a newer version than the backup. Nothing was changed. Make an empty database.',
    );
  }
  await migrateUntil(client, newest);
}

async function refuseRows(client: Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${quoteName(name)} limit 1`);
    if (rowCount === 0) continue;
    throw new Error(
      `The database is not empty: its table ${name} has rows. Nothing was changed. Restore into an empty database: move ` +
        'the old one away, or name another one by DATABASE_URL or DATA_DIR.',
    );
  }
}
