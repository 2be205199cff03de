import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; `template_dolores` in it has the schema. */
    postgresUrl: string;
  }
}

/** One PostgreSQL per run with a migrated template; each test file clones its own database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-test-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  await prepare(postgres.url).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function prepare(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Tests kill servers, never the machine: a commit need not wait for the disk.
  await client.query('alter role current_user set synchronous_commit = off');
  await client.query('create database template_dolores');
  await client.end();
  await migrate(databaseUrl(url, 'template_dolores'));
}

/** The same server's URL for another database. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}
