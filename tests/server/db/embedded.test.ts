import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts';
import { prepareCluster } from '#server/db/embeddedFolder.ts';
import { spawnPostmaster } from '#server/db/embeddedPostmaster.ts';
import {
  borrowNumber,
  query,
  queryWhenBack,
  removeDatabase,
  replaceFile,
  socketFolder,
} from '../../setup/embedded.ts';

const isRoot = process.getuid?.() === 0;
const owner = fileURLToPath(new URL('../../fixtures/embeddedOwner.ts', import.meta.url));

/** The state of three servers that started at the same moment in a new folder. They made the template. */
type FirstStart = {
  databases: EmbeddedDatabase[];
  postmasters: number[];
  afterStop: number[];
  settings: unknown[];
};

let template: string;
let firstStart: FirstStart;
let home: string;
let lines: string[];
let running: EmbeddedDatabase[];

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'dolores embedded template '));
  await chmod(template, 0o755);
  const options = { dataDir: template, log: () => undefined };
  const databases = await Promise.all([1, 2, 3].map(() => startEmbedded(options)));
  const settings = await query(
    databases[0]?.url ?? '',
    `select lower('ÄЖ') as lower, current_user as role, current_setting('data_checksums') as sums,
      (select rolsuper from pg_roles where rolname = current_user) as super,
      pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'dolores'`,
  );
  const started = { databases, settings, postmasters: postmasters(template) };
  await Promise.all(databases.map((database) => database.stop()));
  firstStart = { ...started, afterStop: postmasters(template) };
});

afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dolores embedded '));
  // mkdtemp makes 0700; most tests are about the ordinary case, where others may pass.
  await chmod(home, 0o755);
  lines = [];
  running = [];
});

afterEach(async () => {
  for (const database of running) await database.stop();
  await removeDatabase(join(home, 'data'));
  await rm(home, { recursive: true, force: true });
});

describe('startEmbedded', () => {
  it('makes a database in a path with spaces that uses UTF-8 in any locale of the machine', () => {
    expect(template).toContain(' ');
    expect(firstStart.databases.filter(({ attached }) => !attached)).toHaveLength(1);
    expect(firstStart.settings).toEqual([
      { lower: 'äж', role: 'dolores', sums: 'on', super: false, encoding: 'UTF8' },
    ]);
  });

  it('makes one server of three starts at the same moment in a new folder', () => {
    expect(firstStart.postmasters).toHaveLength(1);
    expect(new Set(firstStart.databases.map(({ url }) => url)).size).toBe(1);
    expect(firstStart.afterStop).toEqual([]);
  });

  it('keeps stored data over a stop and leaves no process and no socket', async () => {
    await copyTemplate();
    const first = await start();
    await query(first.url, 'create table note as select 7 as number');
    await first.stop();
    expect(postmasters()).toEqual([]);
    await expect(stat(socketFolder(first.url))).rejects.toThrow('ENOENT');
    const second = await start();
    expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
  });

  it('attaches to a running server, which the last process stops', async () => {
    await copyTemplate();
    const first = await start();
    const second = await start();
    expect([first.attached, second.attached]).toEqual([false, true]);
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(postmasters()).toEqual([]);
  });

  it.each([
    [
      'has not named its socket yet',
      (file: string, url: string) => file.replace(socketFolder(url), ''),
    ],
    ['is not named for a moment', () => ''],
  ])('attaches to a server that %s, and leaves it running', async (_, meanwhile) => {
    await copyTemplate();
    const first = await start();
    const [pid] = postmasters();
    const file = join(await location(), 'postmaster.pid');
    const content = await readFile(file, 'utf8');
    await replaceFile(file, meanwhile(content, first.url));
    const starting = start();
    await wait(500);
    await replaceFile(file, content);
    const second = await starting;
    expect([second.attached, second.url]).toEqual([true, first.url]);
    expect(postmasters()).toEqual([pid]);
  });

  it('recognises that another server is running, for any log lines of that one', async () => {
    await copyTemplate();
    const { url } = await start();
    const cluster = await prepareCluster(join(home, 'data'), undefined, 200, () => undefined);
    const second = await spawnPostmaster(cluster, socketFolder(url));
    await expect.poll(() => second.isAlive()).toBe(false);
    await appendFile(cluster.logFile, '2026-01-01 00:00:00 UTC [1] LOG:  ready\n'.repeat(5));
    expect(await second.failure()).toMatchObject({ isConflict: true });
  });

  it('runs two data folders side by side', async () => {
    await copyTemplate();
    await copyTemplate('other');
    const [one, two] = await Promise.all([start(), start('other')]);
    await query(one.url, 'create table only_in_one ()');
    await expect(query(two.url, 'select from only_in_one')).rejects.toThrow('does not exist');
    expect(postmasters()).toHaveLength(2);
  });

  it('starts the server again when it is killed, under the same address', async () => {
    await copyTemplate();
    const { url } = await start();
    await query(url, 'create table note as select 7 as number');
    process.kill(postmasters()[0] ?? 0, 'SIGKILL');
    expect(await queryWhenBack(url, 'select number from note')).toEqual([{ number: 7 }]);
    await expect
      .poll(() => lines.filter((line) => line.includes('started again')), { timeout: 10_000 })
      .toHaveLength(1);
    expect(postmasters()).toHaveLength(1);
  });

  it('attaches after its owner was killed, and then stops the remaining server', async () => {
    await copyTemplate();
    const { child, url } = await startOwner();
    await query(url, 'create table note as select 7 as number');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await start();
    expect(next.attached).toBe(true);
    expect(await query(next.url, 'select number from note')).toEqual([{ number: 7 }]);
    // The server notices only after a while that the killed one is gone.
    const supervisors = `select count(*)::int as number from pg_stat_activity
      where usename = 'postgres' and datname is not null`;
    await expect.poll(() => query(next.url, supervisors)).toEqual([{ number: 1 }]);
    await next.stop();
    expect(postmasters()).toEqual([]);
  });

  it('recovers when owner and server were both killed, also when the process number is reused', async () => {
    await copyTemplate();
    const { child, url } = await startOwner();
    await query(url, 'create table note as select 7 as number');
    child.kill('SIGKILL');
    process.kill(postmasters()[0] ?? 0, 'SIGKILL');
    await once(child, 'exit');
    // A container that was started again gives the same small numbers to other processes.
    await borrowNumber(join(await location(), 'postmaster.pid'), process.pid);
    const next = await start();
    expect(next.attached).toBe(false);
    expect(await query(next.url, 'select number from note')).toEqual([{ number: 7 }]);
  });

  it('survives the signal that Ctrl-C sends to the whole group', async () => {
    await copyTemplate();
    const { child, url } = await startOwner({ detached: true });
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await once(child, 'exit');
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await (await start()).stop();
    expect(postmasters()).toEqual([]);
  });

  it('keeps e-mail addresses out of the log', async () => {
    await copyTemplate();
    const { url } = await start();
    await query(url, 'create table person (email text unique, born date)');
    await query(url, "insert into person values ('ada@example.org')");
    for (const statement of [
      "insert into person values ('ada@example.org')",
      "insert into person values ('bob@example.org', 'ada@example.org')",
      "select 'ada@example.org' from nowhere",
    ]) {
      await expect(query(url, statement)).rejects.toThrow();
    }
    expect(await readFile(join(home, 'data', 'postgres.log'), 'utf8')).not.toContain(
      '@example.org',
    );
  });

  it('explains how to proceed when POSTGRES_BIN is not PostgreSQL', async () => {
    const options = {
      dataDir: join(home, 'data'),
      postgresBin: '/nowhere/bin',
      log: () => undefined,
    };
    await expect(startEmbedded(options)).rejects.toThrow('POSTGRES_BIN=/nowhere/bin');
  });

  it('reports that the folder was made by another version', async () => {
    await copyTemplate();
    await (await start()).stop();
    await writeFile(join(await location(), 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 14');
  });

  it.runIf(isRoot)('runs as another user when root owns the parent folder', async () => {
    await chmod(home, 0o700);
    const first = await start();
    const folder = await location();
    expect(folder).toMatch(/^\/var\/lib\/dolores-[0-9a-f]{16}$/);
    expect((await stat(folder)).uid).not.toBe(0);
    await query(first.url, 'create table note as select 7 as number');
    await first.stop();
    const next = await start();
    expect(await query(next.url, 'select number from note')).toEqual([{ number: 7 }]);
  });

  it.runIf(isRoot)('refuses to begin empty if a moved database is missing', async () => {
    await mkdir(join(home, 'data'));
    await writeFile(join(home, 'data', 'postgres.location'), '/var/lib/dolores-not-there\n');
    await expect(start()).rejects.toThrow('Bring the folder back');
  });
});

async function start(name = 'data'): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataDir: join(home, name),
    log: (line) => lines.push(line),
  });
  running.push(database);
  return database;
}

/** Saves the second that initdb takes, in the tests that are not about it. */
async function copyTemplate(name = 'data'): Promise<void> {
  await mkdir(join(home, name));
  execFileSync('cp', ['-a', join(template, 'postgres'), join(home, name, 'postgres')]);
}

/** A process of its own, which a test can kill. It prints the address and waits. */
async function startOwner(options: { detached?: boolean } = {}): Promise<{
  child: ChildProcess;
  url: string;
}> {
  const child = spawn(process.execPath, [owner, join(home, 'data')], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: String(url) };
}

/** Returns the ids of the postmasters of `folder`. Until they name themselves, children have the same command line. */
function postmasters(folder = home): number[] {
  const listing = execFileSync('ps', ['-Awwo', 'pid=,ppid=,command='], { encoding: 'utf8' });
  const found = listing
    .split('\n')
    .filter((line) => line.includes('bin/postgres -D ') && line.includes(folder))
    .map((line) => line.trim().split(/\s+/, 2).map(Number) as [id: number, parent: number]);
  return found.filter(([, parent]) => found.every(([id]) => id !== parent)).map(([id]) => id);
}

async function location(): Promise<string> {
  const named = await readFile(join(home, 'data', 'postgres.location'), 'utf8').catch(() => '');
  return named.trim() || join(home, 'data', 'postgres');
}
