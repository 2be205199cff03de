import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Pool } from 'pg';
import { type TestDatabase, createTestDatabase } from './database.ts';

/** A row of drizzle's table of applied migrations. */
export type AppliedMigration = { hash: string; created_at: string };

/** Returns the migrations that the last version before the baseline had applied: the time and hash of each. */
export async function readFormerMigrations(): Promise<AppliedMigration[]> {
  const text = await readFile('tests/fixtures/formerMigrations.txt', 'utf8');
  return [...text.matchAll(/^(\d+) (\w+)$/gm)].map(([, created_at = '', hash = '']) => ({
    hash,
    created_at,
  }));
}

export function readBaseline(): { hash: string; created_at: string; statements: string } {
  const migrationsFolder = fileURLToPath(
    new URL('../../src/server/db/migrations', import.meta.url),
  );
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (!baseline) throw new Error('There is no migration');
  const { hash, folderMillis, sql } = baseline;
  return { hash, created_at: String(folderMillis), statements: sql.join('\n') };
}

/** Creates a database with the tables of the baseline, without rows, in which these migrations were applied. */
export async function createMigratedDatabase(applied: AppliedMigration[]): Promise<TestDatabase> {
  const database = await createTestDatabase(20, 'template1');
  await database.pool.query(readBaseline().statements);
  await database.pool.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { hash, created_at } of applied) {
    await database.pool.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, created_at],
    );
  }
  return database;
}

/** Returns the applied migrations in their order, none when the table does not exist. */
export async function readAppliedMigrations(pool: Pool): Promise<AppliedMigration[]> {
  const { rows } = await pool.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is null",
  );
  if (rows.length > 0) return [];
  const applied = await pool.query<AppliedMigration>(
    'select hash, created_at from drizzle.__drizzle_migrations order by id',
  );
  return applied.rows;
}
