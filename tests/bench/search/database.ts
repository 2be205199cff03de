import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseUrl } from '../../setup/postgres.ts';

export type BenchDatabases = {
  /** Makes a database that is empty but for the tables of the product. */
  create(name: string): Promise<Database>;
  close(): Promise<void>;
};

/** Starts an embedded PostgreSQL in a folder of its own, which `close` removes. */
export async function startDatabases(): Promise<BenchDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-bench-'));
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
  const first = connect(postgres.url, { warn: () => undefined }, 1);
  const made: Database[] = [first];
  return {
    create: async (name) => {
      await first.query.execute(`create database ${name}`);
      const url = databaseUrl(postgres.url, name);
      await migrate(url);
      const database = connect(url, { warn: () => undefined }, 4);
      made.push(database);
      return database;
    },
    close: async () => {
      for (const database of made) await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
