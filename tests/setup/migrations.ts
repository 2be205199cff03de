import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { type TestDatabase, createTestDatabase } from './database.ts';

const migrations = fileURLToPath(new URL('../../src/server/db/migrations', import.meta.url));

/** A database with the schema as it was after the migration `last`, such as `0018_attachment_content`, and no rows. */
export async function createDatabaseAt(last: string): Promise<TestDatabase> {
  const database = await createTestDatabase(20, 'template1');
  const folder = await mkdtemp(join(tmpdir(), 'dolores-migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    await endJournal(join(folder, 'meta/_journal.json'), last);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.end();
  } finally {
    await rm(folder, { recursive: true });
  }
  return database;
}

async function endJournal(file: string, last: string): Promise<void> {
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === last);
  if (end === -1) throw new Error(`There is no migration ${last}`);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end + 1) }));
}
