import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { startSession } from '#server/services/login/session.ts';
import { createUser } from '../setup/database.ts';
import { ReplicaPair } from '../setup/cluster/replicaPair.ts';
import { type ServerProcess, freePort, startServerProcess } from '../setup/process.ts';

const token = 'operator-token-of-the-replica-test-0001';

let folder: string;
let pair: ReplicaPair;
let server: ServerProcess;
let database: Database;
let id: string;
let cookie: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-read-'));
  pair = await ReplicaPair.start();
  server = await startServerProcess(await freePort(), {
    DATA_DIR: join(folder, 'server'),
    DATABASE_URL: pair.url,
    READ_DATABASE_URL: pair.replicaUrl,
    OPERATOR_TOKEN: token,
  });
  database = connect(pair.url, { warn: () => undefined }, 2);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from gpt order by id limit 1',
  );
  id = rows[0]?.id ?? '';
  const userId = await createUser(database, 10);
  cookie = `session=${await startSession(database.query, userId, new Date())}`;
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await database?.close();
  await pair?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a server with a streaming replica', () => {
  it('reads for visitors from the replica, and for signed-in people from the primary', async () => {
    await expect.poll(replicaState).toBe('ready');
    await pair.onReplica('select pg_wal_replay_pause()');
    await rename('The new name');
    expect([await nameFor(cookie), await nameFor('')]).toEqual(['The new name', 'before']);
  });

  it('goes back to the primary when the replica is behind, and to the replica afterwards', async () => {
    await expect.poll(() => nameFor('')).toBe('The new name');
    expect(await replicaState()).toBe('limited');
    expect(await snapshot()).toContain('The new name');
    await pair.onReplica('select pg_wal_replay_resume()');
    await expect.poll(replicaState).toBe('ready');
  });

  it('sends a snapshot from the replica that has the last change', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await rename(`Name ${count}`);
      expect(await snapshot()).toContain(`Name ${count}`);
    }
    const { rows } = await reads();
    expect(Number(rows[0]?.tuples)).toBeGreaterThan(0);
  });

  it('answers visitors while the replica is killed and started', async () => {
    const statuses: number[] = [];
    const ask = async () => {
      const responses = Array.from({ length: 20 }, () => fetch(`${server.url}/api/gpts/${id}`));
      for (const response of await Promise.all(responses)) statuses.push(response.status);
    };
    await ask();
    await pair.killReplica();
    await ask();
    await expect.poll(replicaState).toBe('limited');
    await ask();
    pair.startReplica();
    await expect.poll(replicaState).toBe('ready');
    await ask();
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

async function rename(name: string): Promise<void> {
  await database.pool.query('update gpt set name = $1 where id = $2', [name, id]);
}

async function nameFor(who: string): Promise<string> {
  const response = await fetch(`${server.url}/api/gpts/${id}`, { headers: { cookie: who } });
  const { name } = (await response.json()) as { name: string };
  return name.startsWith('The new') ? name : 'before';
}

async function replicaState(): Promise<unknown> {
  const response = await fetch(`${server.url}/readyz`);
  const { parts } = (await response.json()) as { parts: { part: string; state: string }[] };
  return parts.find(({ part }) => part === 'replica')?.state;
}

async function snapshot(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/api/snapshot`, { headers })).text();
}

/** The reads of the catalogue at the replica. */
async function reads() {
  const replica = connect(pair.replicaUrl, { warn: () => undefined }, 1);
  const result = await replica.pool.query<{ tuples: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as tuples from pg_stat_user_tables where relname = 'gpt'`,
  );
  await replica.close();
  return result;
}
