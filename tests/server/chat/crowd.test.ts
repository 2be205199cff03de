import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

it('a crowd of questions leaves slots for others, and all of them are answered', async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => server.signIn(10)));
  const somebody = await server.signIn(7);
  const { pool } = server.database;
  const slow = await pool.connect();
  await slow.query('begin; lock table answer in exclusive mode');
  const asked = crowd.map(({ cookie }) => ask(server, cookie, { text: 'sandbox: fast 2' }));
  const waiting = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  // As many are being stored as can be, and wait for the slow one.
  const stored = async () => (await slow.query<{ count: number }>(waiting)).rows[0]?.count;
  await expect.poll(stored, { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
  expect(await creditOf(server, somebody.cookie)).toEqual({ credit: 7, held: 0 });
  await slow.query('rollback');
  slow.release();
  for (const response of await Promise.all(asked)) {
    expect((await readAll(response)).end).toMatchObject({ state: 'finished', charged: 1 });
  }
});
