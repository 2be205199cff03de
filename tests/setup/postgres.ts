import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { noteLedgerNotifications } from './ledgerNotifications.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; `template_dolores` in it has the schema. */
    postgresUrl: string;
  }
}

/** Six files at a time, some with five servers or workers that have a pool of 20 each. */
const maxConnections = 800;

/** One PostgreSQL per run with a migrated template; each test file clones its own database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-test-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, maxConnections, log: () => undefined });
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

/** Tests kill servers, never the machine: nothing need wait for the disk. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: "'1h'",
  max_wal_size: "'2GB'",
  autovacuum: 'off',
};

async function prepare(url: string): Promise<void> {
  const superuser = new URL(url);
  superuser.username = 'postgres';
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  for (const [name, value] of Object.entries(careless)) {
    await client.query(`alter system set ${name} = ${value}`);
  }
  await client.query('select pg_reload_conf()');
  await client.query('create database template_dolores owner dolores');
  await client.end();
  await migrate(databaseUrl(url, 'template_dolores'));
  const template = new Client({
    connectionString: databaseUrl(superuser.href, 'template_dolores'),
  });
  await template.connect();
  await noteLedgerNotifications(template);
  await template.end();
}

/** The same server's URL for another database. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}
