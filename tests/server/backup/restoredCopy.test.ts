import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createMail } from '#server/gateways/mail/createMail.ts';
import { createPayments } from '#server/gateways/payments/createPayments.ts';
import { backupBefore } from '#server/services/backup/backupBefore.ts';
import { exportSite } from '#server/services/publishing/export/exportSite.ts';
import { configFor, findRestoredCopy } from '#server/services/operation/restoredCopy.ts';
import { type Installation, createInstallation } from '../../setup/backups.ts';
import { createUser } from '../../setup/database.ts';
import { createMigratedDatabase, readBaseline } from '../../setup/migrations.ts';
import { hostOperator } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const outside = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_01234567890123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_01234567890123456789',
  OPENAI_API_KEY: 'sk-1',
  EXPORT_TO: '/nowhere',
};

let place: Installation;
let server: TestServer;
/** The place of the original's backups. */
let originals: string;
let kept: string;

beforeAll(async () => {
  originals = await mkdtemp(join(tmpdir(), 'dolores-originals-'));
  place = await createInstallation(undefined, { ...outside, BACKUP_TO: originals });
  // An account that its user kept after the backup, and one that was deleted.
  kept = await createUser(place.database, 0);
  const deleted = await createUser(place.database, 0);
  await place.database.pool.query(
    'insert into account_deletion (user_id, requested, due, mailed) select id, now(), now(), now() from app_user',
  );
  await mkdir(join(place.dataDir, 'deletions'));
  await writeFile(join(place.dataDir, 'deletions', deleted), '');
  const unasked = await place.shell.run('hold', 'pgBackRest of the night');
  expect(unasked).toMatchObject({ status: 2, out: '' });
  expect(await findRestoredCopy(place.database.query)).toBeUndefined();
  const run = await place.shell.run('hold', 'pgBackRest of the night', '--yes');
  expect(run.err).toBe('');
  expect(run.out).toContain('This database is a restored copy');
  const config = readConfig({ DATA_DIR: place.dataDir, ...outside });
  const { publicUrl: _, ...quiet } = await configFor(place.database.query, config);
  server = await startTestServer({ database: place.database, config: quiet });
});

afterAll(async () => {
  await server.close();
  await place.remove();
  await rm(originals, { recursive: true, force: true });
});

describe('a server on a restored copy', () => {
  it('sends no codes, says so, and is not ready', async () => {
    const codes = await server.fetch('/api/login/email?email=person@example.org');
    expect(codes.status).toBe(503);
    expect(await codes.text()).toContain('runs on a restored copy: no codes are sent');
    const ready = await server.fetch('/readyz');
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('resume')]);
    expect((await server.fetch('/api/models')).status).toBe(200);
  });

  it('has nothing that reaches outside, and sends no mail', async () => {
    const { config } = server.platform;
    const payments = await createPayments(config);
    expect([...payments.methods.keys()]).toEqual([]);
    expect([config.providers, config.exportTo, config.media.providers]).toEqual([
      [],
      undefined,
      [],
    ]);
    const mail = await createMail(config);
    const sent = mail.send({ to: 'person@example.org', subject: '', text: '', html: '' });
    await expect(sent).rejects.toThrow('restored copy');
    const page = await server.platform.web.fetchPage('https://example.org/', {
      accept: ['text/html'],
    });
    expect(page).toMatchObject({ kind: 'refusal' });
  });

  it('runs no job, and exports nothing', async () => {
    const { pool } = place.database;
    await pool.query(
      "insert into media_removal (key, due) values ('media/11111111-1111-4111-8111-111111111111', now())",
    );
    const jobs = await startJobs(server.platform, { isTimed: false });
    await jobs.addJob('remove_media', {});
    await expect
      .poll(async () => (await pool.query('select from graphile_worker.jobs')).rowCount)
      .toBe(0);
    await jobs.stop();
    expect((await pool.query('select from media_removal')).rowCount).toBe(1);
    const config = { ...server.platform.config, dataDir: place.dataDir };
    const exported = exportSite({ config, target: place.dataDir, progress: () => undefined });
    await expect(exported).rejects.toThrow('Nothing is exported. This database is a restored copy');
  });

  it('deletes only accounts of the log again, and gives the others a week', async () => {
    const { rows } = await place.database.pool.query(
      "select user_id, mailed from account_deletion where due > now() + interval '6 days'",
    );
    expect(rows).toEqual([{ user_id: kept, mailed: null }]);
    const left = await place.database.pool.query(
      "select id from app_user where email not like 'deleted:%'",
    );
    expect(left.rows).toEqual([{ id: kept }]);
  });

  it('makes no backup, and adds nothing to the place of the original', async () => {
    const config = readConfig({ DATA_DIR: place.dataDir, BACKUP_TO: originals });
    const { backup } = await configFor(place.database.query, config);
    expect(backup.target).toBeUndefined();
    const run = await place.shell.run('backup', '--no-media');
    expect(run).toMatchObject({ status: 1 });
    expect(run.err).toContain('a restored copy of pgBackRest of the night, which makes no backups');
    expect(await readdir(originals)).toEqual([]);
  });

  it('acts again after resume and a restart', async () => {
    const deleted = await createUser(place.database, 0);
    await mkdir(join(originals, 'deletions'));
    await writeFile(join(originals, 'deletions', deleted), '');
    const resumed = await place.shell.run('resume', '--yes');
    expect(resumed.out).toContain('The copy of pgBackRest of the night');
    const config = readConfig({ DATA_DIR: place.dataDir, ...outside });
    expect(await configFor(place.database.query, config)).toBe(config);
    expect(await readdir(place.dataDir)).not.toContain('restored-copy');
    const { rows } = await place.database.pool.query(
      'select user_id from account_deletion where due <= now()',
    );
    expect(rows).toEqual([{ user_id: deleted }]);
  });
});

describe('an upgrade', () => {
  const log = pino({ level: 'silent' });

  it('backs the database up before it applies migrations, and the backup can be restored', async () => {
    const { hash, created_at } = readBaseline();
    const old = await createMigratedDatabase([{ hash, created_at }]);
    const userId = await createUser(old, 0);
    const config = readConfig({ DATA_DIR: place.dataDir });
    const opened = { databaseUrl: old.url, dataDir: place.dataDir, postgresBin: undefined };
    const database = await openDatabase(opened, log, 1, backupBefore(config, log));
    await database.close();
    await old.drop();

    const copy = await createInstallation('template0');
    const folder = join(place.dataDir, 'before-upgrade');
    expect(await copy.shell.run('restore', folder)).toMatchObject({ status: 0 });
    const { rows } = await copy.database.pool.query('select id from app_user');
    expect(rows).toEqual([{ id: userId }]);
    const check = await copy.shell.run('upgrade', '--check');
    expect(check).toMatchObject({
      status: 0,
      out: 'The schema is up to date: the start changes nothing.\n',
    });
    await copy.remove();
  });

  it('is told of texts that stayed in the data folder when they got a folder of their own', async () => {
    const folder = join(place.dataDir, 'own');
    await mkdir(join(place.dataDir, 'messages', 'de'), { recursive: true });
    await writeFile(join(place.dataDir, 'messages', 'de', 'home.json'), '{}');
    const { run } = hostOperator({ ...place.env, MESSAGES_FOLDER: folder });
    const [sentence, next = ''] = (await run('upgrade', '--check')).out
      .trim()
      .split('\n')
      .slice(-2);
    expect(sentence).toMatch(/^MESSAGES_FOLDER \(.*own\) has no files, but .*messages has some/);
    const [copy = ''] = /mkdir -p .*'(?=\.)/.exec(next) ?? [];
    spawnSync('sh', ['-c', copy]);
    expect(await readdir(join(folder, 'de'))).toEqual(['home.json']);
    expect((await run('upgrade', '--check')).out).not.toContain('MESSAGES_FOLDER');
    await rm(join(place.dataDir, 'messages'), { recursive: true });
  });

  it('is refused by an older program, which says so', async () => {
    await place.database.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
    );
    const run = await place.shell.run('ledger', 'verify');
    expect(run).toMatchObject({ status: 1 });
    expect(run.err).toMatch(
      /changed by a newer version .* schema is of 2100-01-01.* Nothing was changed/,
    );
    expect((await place.shell.run('upgrade', '--check')).out).toContain(
      'this one refuses to start',
    );
    expect(await readFile(join(place.dataDir, 'restored-copy'), 'utf8').catch(() => '')).toBe('');
  });
});
