import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { createUser } from '../../setup/database.ts';
import { Ledger, newSource } from '../../setup/ledger.ts';
import { takeLedgerNotifications } from '../../setup/ledgerNotifications.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

describe('transactions that change the ledger', () => {
  it('send no notification, from a question to its charge or its end without one', async () => {
    const { cookie } = await server.signIn(10);
    const texts = ['sandbox: fast 3', 'sandbox: fail 500', 'sandbox: empty'];
    for (const text of texts) await readAll(await ask(server, cookie, { text }));
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 9, held: 0 });
    expect(await takeLedgerNotifications(server.database.url)).toEqual([]);
  });

  it('are detected when they do, before or after the entry', async () => {
    const { database } = server;
    const userId = await createUser(database, 0);
    const client = await database.pool.connect();
    const entry = `insert into ledger_entry (user_id, kind, source_type, source_id, balance_change, held_change, reason)
      values ($1, 'grant', 'order', $2, 1, 0, 'test')`;
    try {
      await client.query('begin');
      await client.query(`select pg_notify('before_entry', '')`);
      await client.query(entry, [userId, newSource().id]);
      await client.query('commit');
      await client.query('begin');
      await client.query(entry, [userId, newSource().id]);
      await client.query(`select pg_notify('after_entry', '')`);
      await client.query('commit');
    } finally {
      client.release();
    }
    // The next transaction of the connection is one of its own.
    await new Ledger(database).grant(userId, 1);
    const noted = await takeLedgerNotifications(database.url);
    expect(noted).toEqual(['after_entry', 'before_entry']);
  });
});
