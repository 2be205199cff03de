import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

/** The key of the advisory lock. Nothing else in this database uses it. */
const migrationLock = 7_201_801;

/** Applies missing migrations. An advisory lock makes servers that start at the same time wait for each other. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A broken connection rejects the running query. Without this listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
