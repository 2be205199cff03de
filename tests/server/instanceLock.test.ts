import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockInstance } from '#server/db/instanceLock.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'dolores-lock-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function newFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

/** Connections of this database that hold an advisory lock, and those that came to take one. */
async function connections(): Promise<number[]> {
  const { rows } = await database.query.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database()
      and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}

describe('the lock of a data folder', () => {
  it('is had by one server at a time, and by the next one when it was released', async () => {
    const dataDir = await newFolder('one');
    const taken = await Promise.all([1, 2, 3].map(() => lockInstance(database.url, dataDir)));
    const [lock, ...others] = taken.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    await lock?.release();
    const next = await lockInstance(database.url, dataDir);
    expect(next).toBeDefined();
    await next?.release();
  });

  it('is not the lock of another folder with the same path, as two machines have', async () => {
    const dataDir = await newFolder('data');
    const lock = await lockInstance(database.url, dataDir);
    await rename(dataDir, join(folder, 'of another machine'));
    await mkdir(dataDir);
    const other = await lockInstance(database.url, dataDir);
    expect(other).toBeDefined();
    expect(await lockInstance(database.url, join(folder, 'of another machine'))).toBeUndefined();
    await lock?.release();
    await other?.release();
  });

  it('is taken again after its connection was lost, over one connection', async () => {
    const dataDir = await newFolder('lost');
    const lock = await lockInstance(database.url, dataDir);
    const [first] = await connections();
    await database.query.execute(sql`select pg_terminate_backend(${first})`);
    const isTakenAgain = async () => (await connections()).some((pid) => pid !== first);
    await expect.poll(isTakenAgain, { timeout: 10_000 }).toBe(true);
    expect(await lockInstance(database.url, dataDir)).toBeUndefined();
    const now = await connections();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await connections()).toEqual(now);
    await lock?.release();
    await expect.poll(connections).toEqual([]);
  });
});
