import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { adoptBaseline } from '#server/db/adoptBaseline.ts';
import { withOwnClient, withOwnQueries } from '#server/db/ownClient.ts';
import { changeSchema } from '#server/db/schemaLock.ts';
import {
  type AppliedMigration,
  type KnownMigration,
  hasMigrations,
  migrationsFolder,
  readMigrationState,
  withMigrationsUntil,
} from '#server/db/migrationState.ts';

/** The key of the advisory lock. Nothing else in this database uses it. */
const migrationLock = 7_201_801;

/** Called before missing migrations are applied to a database with data. Migrations wait for it. */
export type BeforeMigrations = (url: string, missing: readonly KnownMigration[]) => Promise<void>;

/** Whether migrations were ever applied to a database: else it is empty, or not one of ours. */
export async function isMigrated(url: string): Promise<boolean> {
  return withOwnQueries(url, hasMigrations);
}

/**
 * Applies missing migrations. An advisory lock makes servers that start at the same time wait for each other. Calls
 * `onWait` when a backup or another long read must end first. Throws an error for the operator when the database was
 * changed by a newer program.
 */
export async function migrate(
  url: string,
  before?: BeforeMigrations,
  onWait: () => void = () => undefined,
): Promise<void> {
  await withMigrationLock(url, async (client) => {
    const query = drizzle(client);
    const isFresh = !(await hasMigrations(query));
    if (!isFresh) await adoptBaseline(client, migrationsFolder);
    const { missing, newer } = await readMigrationState(query);
    refuseNewer(newer);
    if (missing.length === 0) return;
    if (!isFresh) await before?.(url, missing);
    await changeSchema(client, () => applyMigrations(query, { migrationsFolder }), onWait);
  });
}

/** Holds the lock of migrations, for which each starting server waits, during `work`. */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withOwnClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    return work(client);
  });
}

/** Applies the migrations up to a time, for the data of an older version. The caller holds the lock of migrations. */
export async function migrateUntil(client: Client, time: number): Promise<void> {
  await withMigrationsUntil(time, (folder) =>
    applyMigrations(drizzle(client), { migrationsFolder: folder }),
  );
}

/**
 * Applies the migrations after a time, in the transaction that the caller holds. drizzle’s own migrator would commit that
 * transaction.
 */
export async function migrateFrom(client: Client, time: number): Promise<void> {
  for (const migration of readMigrationFiles({ migrationsFolder })) {
    if (migration.folderMillis <= time) continue;
    for (const statement of migration.sql) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [migration.hash, migration.folderMillis],
    );
  }
}

function refuseNewer(newer: readonly AppliedMigration[]): void {
  const last = newer.at(-1);
  if (!last) return;
  const day = new Date(last.time).toISOString().slice(0, 10);
  throw new Error(
    `This database was changed by a newer version of the program (its schema is of ${day}). Nothing was changed. Start ` +
      'that version or a newer one, or restore the backup from before the upgrade into an empty place.',
  );
}
