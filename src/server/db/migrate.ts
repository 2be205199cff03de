import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { adoptBaseline } from '#server/db/adoptBaseline.ts';

/** The key of the advisory lock. Nothing else in this database uses it. */
const migrationLock = 7_201_801;

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** Whether migrations were ever applied to a database: else it is empty, or not one of ours. */
export async function isMigrated(url: string): Promise<boolean> {
  return withClient(url, hasMigrations);
}

/** Applies missing migrations. An advisory lock makes servers that start at the same time wait for each other. */
export async function migrate(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if (await hasMigrations(client)) await adoptBaseline(client, migrationsFolder);
    await applyMigrations(drizzle(client), { migrationsFolder });
  });
}

async function hasMigrations(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is not null",
  );
  return rows.length > 0;
}

async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  // A broken connection rejects the running query. Without this listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
