import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

/** Any number that nothing else in this database locks. */
const migrationLock = 7_201_801;

/** Brings the schema up to date. Servers that start at once wait for each other under an advisory lock. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A connection that breaks fails the query in work; without a listener it would end the process.
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
