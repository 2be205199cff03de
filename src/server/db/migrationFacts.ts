import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Executor } from '#server/db/connect.ts';
import { readAppliedMigrations } from '#server/db/queries/databaseFacts.ts';

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** Numbers of migrations: applied, missing, and applied ones that this program does not know. */
export type MigrationState = { applied: number; pending: number; newer: number };

export async function readMigrationState(executor: Executor): Promise<MigrationState> {
  const applied = await readAppliedMigrations(executor);
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  // As drizzle does, which applies what is newer than the newest: the baseline replaced former migrations.
  const [newestApplied, newestKnown] = [Math.max(0, ...applied), Math.max(0, ...known)];
  return {
    applied: applied.length,
    pending: known.filter((time) => time > newestApplied).length,
    newer: applied.filter((time) => time > newestKnown).length,
  };
}
