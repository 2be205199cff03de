import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { isLongRun } from '../../setup/longRuns.ts';
import { type ServerProcess, freePort, startServerProcess } from '../../setup/process.ts';
import type { TestServer } from '../../setup/server.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-recovery-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function startServer(
  name: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  return freePort().then((port) =>
    startServerProcess(port, {
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.url,
      DRAIN_SECONDS: '1',
      ...environment,
    }),
  );
}

/** The part of a test server that asking needs, for a server in another process. */
function front({ url }: ServerProcess): TestServer {
  const call: TestServer['fetch'] = (path, { cookie = '', ...init } = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        origin: url,
        cookie,
        'content-type': 'application/json',
        ...(init.headers as Record<string, string>),
      },
    });
  return { url, fetch: call } as TestServer;
}

async function signIn(query: Database): Promise<{ userId: string; cookie: string }> {
  const userId = await createUser(query, 10);
  return { userId, cookie: `session=${await startSession(query.query, userId, new Date())}` };
}

async function creditOf(query: Database, userId: string): Promise<unknown> {
  const { rows } = await query.query.execute(
    sql`select available::int, held::int from credit_balance where user_id = ${userId}`,
  );
  return rows[0];
}

// Its owner is missed after half a minute; `kills.test.ts` does not wait for that.
describe('a server that is killed', () => {
  it.runIf(isLongRun)(
    'leaves an interrupted answer with its text, a released hold and notified readers',
    async () => {
      const [first, second] = await Promise.all([startServer('first'), startServer('second')]);
      const { userId, cookie } = await signIn(database);
      const begun = await readAll(
        await ask(front(first), cookie, { text: 'sandbox: long 5000' }),
        ({ text }) => text.length > 100,
      );
      const id = begun.accepted?.answer_id;
      const elsewhere = await front(second).fetch(`/api/chat/answers/${id}/events`, { cookie });
      const reading = readAll(elsewhere);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await first.end('SIGKILL')).toBe('SIGKILL');
      const seen = await reading;
      expect(seen.end).toMatchObject({
        state: 'interrupted',
        reason: 'server_stopped',
        charged: 0,
      });
      expect(seen.text.startsWith(begun.text.slice(0, 100))).toBe(true);
      const again = await readAll(
        await front(second).fetch(`/api/chat/answers/${id}/events`, {
          cookie,
          headers: { 'last-event-id': '100000' },
        }),
      );
      expect(again.text).toBe(seen.text);
      expect(again.end?.state).toBe('interrupted');
      expect(await creditOf(database, userId)).toEqual({ available: 10, held: 0 });
      expect(await verifyLedger(database)).toEqual([]);
      await second.end('SIGTERM');
    },
  );
});

describe('two servers on one database', () => {
  let first: ServerProcess;
  let second: ServerProcess;

  beforeAll(async () => {
    [first, second] = await Promise.all([
      startServer('one', { DRAIN_SECONDS: '20' }),
      startServer('two', { DRAIN_SECONDS: '0.5' }),
    ]);
  });

  afterAll(() => Promise.all([first.end('SIGKILL'), second.end('SIGKILL')]));

  it('read and stop each other’s answers', async () => {
    const { userId, cookie } = await signIn(database);
    const asked = readAll(await ask(front(first), cookie, { text: 'sandbox: long 3000' }));
    const { rows } = await database.query.execute<{ id: string }>(
      sql`select id from answer where user_id = ${userId} and state = 'running'`,
    );
    const id = rows[0]?.id;
    let stopped = false;
    const elsewhere = await readAll(
      await front(second).fetch(`/api/chat/answers/${id}/events`, { cookie }),
      ({ text }) => {
        if (text.length > 50 && !stopped) {
          stopped = true;
          void front(second).fetch(`/api/chat/answers/${id}/stop`, { method: 'POST', cookie });
        }
        return false;
      },
    );
    expect(elsewhere.end).toMatchObject({ state: 'stopped', charged: 1 });
    expect((await asked).text).toBe(elsewhere.text);
    expect(await verifyLedger(database)).toEqual([]);
  });

  it('let a short answer end at SIGTERM, and charge it', async () => {
    const { userId, cookie } = await signIn(database);
    let ending: Promise<number | string> | undefined;
    const reading = await readAll(
      await ask(front(first), cookie, { text: 'sandbox: long 60' }),
      ({ text }) => {
        if (text !== '') ending ??= first.end('SIGTERM');
        return false;
      },
    );
    expect(reading.end).toMatchObject({ state: 'finished', charged: 1 });
    expect(await ending).toBe(0);
    expect(await creditOf(database, userId)).toEqual({ available: 9, held: 0 });
  });

  it('interrupt a long answer at SIGTERM, keep its text and release its hold', async () => {
    const { userId, cookie } = await signIn(database);
    let ending: Promise<number | string> | undefined;
    const reading = await readAll(
      await ask(front(second), cookie, { text: 'sandbox: long 5000' }),
      ({ text }) => {
        if (text !== '') ending ??= second.end('SIGTERM');
        return false;
      },
    );
    expect(reading.end).toMatchObject({
      state: 'interrupted',
      reason: 'server_stopped',
      charged: 0,
    });
    expect(await ending).toBe(0);
    expect(await creditOf(database, userId)).toEqual({ available: 10, held: 0 });
  });
});

describe('a database that is gone', () => {
  let postgres: EmbeddedDatabase;
  let own: Database;

  beforeAll(async () => {
    postgres = await startEmbedded({ dataDir: join(folder, 'own'), log: () => undefined });
    own = connect(postgres.url, { warn: () => undefined }, 4);
  });

  afterAll(async () => {
    await own.close();
    await postgres.stop();
  });

  it('makes the server answer 503 and recover by itself when it is back', async () => {
    const server = await startServer('lost', { DATABASE_URL: postgres.url });
    await postgres.stop();
    const lost = await fetch(`${server.url}/api/gpts`);
    expect(lost.status).toBe(503);
    expect(lost.headers.get('retry-after')).not.toBeNull();
    expect(await lost.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    postgres = await startEmbedded({ dataDir: join(folder, 'own'), log: () => undefined });
    await expect
      .poll(async () => (await fetch(`${server.url}/api/gpts`)).status, { timeout: 20_000 })
      .toBe(200);
    const { cookie } = await signIn(own);
    const reading = await readAll(await ask(front(server), cookie, { text: 'sandbox: fast 5' }));
    expect(reading.end).toMatchObject({ state: 'finished', charged: 1 });
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
