import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentOrder, providerEvent } from '#server/db/schema/orders.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { type ServerProcess, freePort, startServerProcess } from '../../setup/process.ts';

let database: TestDatabase;
let folder: string;
let port: number;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'dolores-payments-'));
  port = await freePort();
  server = await start();
});

afterAll(async () => {
  await server.end('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(): Promise<ServerProcess> {
  return startServerProcess(port, {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'error',
  });
}

async function post<Answer>(cookie: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Orders a pack; returns the address of its page at the sandbox. */
async function orderPack(userId: string): Promise<string> {
  const cookie = `session=${await startSession(database.query, userId, new Date())}`;
  const requested = { request_id: randomUUID(), product: 'credit_500', currency: 'USD' };
  const { id } = await post<{ id: string }>(cookie, '/api/orders', requested);
  const opened = await post<{ url: string }>(cookie, `/api/orders/${id}/checkout`, {
    method: 'sandbox',
  });
  return opened.url;
}

describe('a server that is killed', () => {
  it('between storing a message and applying it fulfils the order once after its restart', async () => {
    const userId = await createUser(database, 0);
    const page = await orderPack(userId);
    // The message is stored, and who applies it waits here.
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select id from payment_order for update');
    const body = new URLSearchParams({ outcome: 'pay', copies: '2' });
    await fetch(page, { method: 'POST', body, redirect: 'manual' });
    const attempts = async () => {
      const events = await database.query.select().from(providerEvent);
      return events.map((event) => event.attempts > 0 && event.state);
    };
    await expect.poll(attempts, { timeout: 20_000 }).toEqual(['waiting']);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await holder.query('rollback');
    holder.release();
    server = await start();
    const states = async () => {
      const orders = await database.query.select().from(paymentOrder);
      return orders.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 40_000 }).toEqual(['fulfilled']);
    await expect.poll(attempts, { timeout: 20_000 }).toEqual(['applied']);
    const { rows } = await database.pool.query('select available from credit_balance');
    expect(rows).toEqual([{ available: '500' }]);
    expect(await verifyLedger(database)).toEqual([]);
    expect(await readFile(join(folder, 'payments-sandbox.json'), 'utf8')).toContain('"paid"');
  }, 120_000);
});
