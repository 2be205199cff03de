import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { removeDataFolder } from '#server/db/embeddedRemoval.ts';
import { withTemporaryDatabase } from '#server/db/temporaryDatabase.ts';
import { query } from '../../setup/embedded.ts';

/** PostgreSQL cleans this table for minutes, once it has rows. */
const slowlyCleaned = `create table rows (number int) with (
  autovacuum_vacuum_insert_threshold = 1, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`;

it('drops what a killed process left, also while PostgreSQL cleans it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-temporary-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, log: () => undefined });
  onTestFinished(async () => {
    await postgres.stop();
    await removeDataFolder(dataDir, () => undefined);
  });
  const administrator = postgres.url.replace('dolores@', 'postgres@');
  await query(administrator, "alter system set autovacuum_naptime = '1s'");
  await query(administrator, 'select pg_reload_conf()');
  await query(postgres.url, 'create database dolores_drill');
  const left = new URL(postgres.url);
  left.pathname = '/dolores_drill';
  await query(left.href, slowlyCleaned);
  await query(left.href, 'insert into rows select generate_series(1, 100000)');
  await vi.waitFor(
    async () =>
      expect(
        await query(
          administrator,
          `select from pg_stat_activity
           where datname = 'dolores_drill' and backend_type = 'autovacuum worker'`,
        ),
      ).toHaveLength(1),
    { timeout: 30_000, interval: 100 },
  );
  const rows = await withTemporaryDatabase(postgres.url, (url) => query(url, 'select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
  const databases = "select from pg_database where datname = 'dolores_drill'";
  expect(await query(postgres.url, databases)).toEqual([]);
});
