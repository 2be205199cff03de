import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type InstanceLock, lockInstance } from '#server/db/instanceLock.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';

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

function lock(dataDir: string, onLost = vi.fn()): Promise<InstanceLock | undefined> {
  return lockInstance(database.url, dataDir, onLost);
}

describe('the lock of a data folder', () => {
  it('is held by one server at a time, and by the next one after its release', async () => {
    const dataDir = await newFolder('one');
    const taken = await Promise.all([1, 2, 3].map(() => lock(dataDir)));
    const [first, ...others] = taken.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    await first?.release();
    const next = await lock(dataDir);
    expect(next).toBeDefined();
    await next?.release();
  });

  it('is not the lock of another folder with the same path on another machine', async () => {
    const dataDir = await newFolder('data');
    const first = await lock(dataDir);
    await rename(dataDir, join(folder, 'of another machine'));
    await mkdir(dataDir);
    const other = await lock(dataDir);
    expect(other).toBeDefined();
    expect(await lock(join(folder, 'of another machine'))).toBeUndefined();
    await first?.release();
    await other?.release();
  });

  it('is taken again after its connection was lost, over one connection', async () => {
    const dataDir = await newFolder('lost');
    const first = await lock(dataDir);
    const [connection] = await connections();
    await database.query.execute(sql`select pg_terminate_backend(${connection})`);
    const isTakenAgain = async () => (await connections()).some((pid) => pid !== connection);
    await expect.poll(isTakenAgain, { timeout: 10_000 }).toBe(true);
    expect(await lock(dataDir)).toBeUndefined();
    const now = await connections();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await connections()).toEqual(now);
    await first?.release();
    await expect.poll(connections).toEqual([]);
  });

  it('is lost, and its server is notified, when another one takes it while the connection is lost', async () => {
    const dataDir = await newFolder('two');
    const [onLost, onLostToo] = [vi.fn(), vi.fn()];
    const first = await lock(dataDir, onLost);
    const [connection] = await connections();
    await database.query.execute(sql`select pg_terminate_backend(${connection})`);
    // The first one takes it again after a second.
    let second: InstanceLock | undefined;
    await expect.poll(async () => (second = await lock(dataDir, onLostToo))).toBeDefined();
    await expect.poll(() => onLost.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await first?.release();
    await second?.release();
    expect(onLostToo).not.toHaveBeenCalled();
  });
});
