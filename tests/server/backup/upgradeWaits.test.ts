import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type CopySource, withCopySource } from '#server/db/copySource.ts';
import { openDatabase } from '#server/db/open.ts';
import { backupBefore, upgradeFolder } from '#server/services/backup/backupBefore.ts';
import { type TestDatabase, createUser } from '../../setup/database.ts';
import {
  createMigratedDatabase,
  readAppliedMigrations,
  readBaseline,
} from '../../setup/migrations.ts';

const { hash, created_at } = readBaseline();

let database: TestDatabase;
let folder: string;
let userId: string;
let warnings: string[];

beforeEach(async () => {
  database = await createMigratedDatabase([{ hash, created_at }]);
  folder = await mkdtemp(join(tmpdir(), 'dolores-upgrade-'));
  userId = await createUser(database, 0);
  warnings = [];
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });

/** Starts a server of this version on the database of an older one, as far as the upgrade. */
async function upgrade({ backsUp }: { backsUp: boolean }): Promise<void> {
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    BACKUP_BEFORE_UPGRADE: 'yes',
  });
  const opened = await openDatabase(
    config,
    log,
    2,
    backsUp ? backupBefore(config, log) : undefined,
  );
  await opened.close();
}

/** Begins a backup, which has read all tables and stores them slowly until `end` is called. */
async function beginBackup(): Promise<{ end: () => Promise<void> }> {
  const read = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const work = async (source: CopySource) => {
    await readAll(source);
    read.resolve();
    await stored.promise;
    await source.release();
  };
  const backup = withCopySource(database.url, work);
  await Promise.race([read.promise, backup]);
  return {
    end: async () => {
      stored.resolve();
      await backup;
    },
  };
}

async function readAll(source: CopySource): Promise<number> {
  let rows = 0;
  for (const table of source.tables) {
    for await (const _ of source.read(table, (count) => (rows += count)));
  }
  return rows;
}

/** Grants the credits of a payment, as a server of the older version does. Fails if that takes longer than 4 seconds. */
async function grantPaidCredits(): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = '4s'`);
    await client.query(
      `insert into credit_lot (user_id, granted, remaining, origin_type, origin_id)
        values ($1, 5, 5, 'order', gen_random_uuid())`,
      [userId],
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function waitingLocks(kind: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database() and locktype = $1`,
    [kind],
  );
  return rows.length;
}

const countApplied = async () => (await readAppliedMigrations(database.pool)).length;

it('lets payments go on while an upgrade waits for the end of a backup', async () => {
  const backup = await beginBackup();
  const upgraded = upgrade({ backsUp: false });
  await expect.poll(() => warnings.length).toBe(1);
  await expect.poll(() => waitingLocks('advisory')).toBe(1);
  await grantPaidCredits();
  expect(await waitingLocks('relation')).toBe(0);
  expect(await countApplied()).toBe(1);
  await backup.end();
  await upgraded;
  expect(await countApplied()).toBeGreaterThan(10);
  expect(warnings[0]).toContain('waits for the end of a backup');
});

it('starts after a backup that runs, with a backup of its own before the upgrade', async () => {
  const backup = await beginBackup();
  const upgraded = upgrade({ backsUp: true });
  await Promise.race([upgraded, expect.poll(() => warnings.length).toBe(1)]);
  await grantPaidCredits();
  await backup.end();
  await upgraded;
  expect(await readdir(join(upgradeFolder({ dataDir: folder }), 'backups'))).toHaveLength(1);
});

it('lets payments go on while an upgrade waits for a long read', async () => {
  const report = await database.pool.connect();
  await report.query('begin; select count(*) from credit_lot');
  const upgraded = upgrade({ backsUp: false });
  await expect.poll(() => waitingLocks('relation')).toBe(1);
  await grantPaidCredits();
  expect(await countApplied()).toBe(1);
  await report.query('commit');
  report.release();
  await upgraded;
  expect(await countApplied()).toBeGreaterThan(10);
});

it('begins a backup after a migration that runs, with the new schema', async () => {
  const report = await database.pool.connect();
  await report.query('begin; select count(*) from credit_lot');
  const upgraded = upgrade({ backsUp: false });
  await expect.poll(() => waitingLocks('relation')).toBe(1);
  const backup = withCopySource(database.url, async (source) => {
    const lots = source.tables.find(({ name }) => name === 'credit_lot');
    return { columns: lots?.columns, rows: await readAll(source) };
  });
  await expect.poll(() => waitingLocks('advisory')).toBe(1);
  await report.query('commit');
  report.release();
  await upgraded;
  const { columns, rows } = await backup;
  expect(columns).toContain('promised');
  expect(rows).toBeGreaterThan(0);
});
