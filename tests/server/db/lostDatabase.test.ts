import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { isDatabaseGone } from '#server/errors.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../setup/databaseProxy.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let own: Database;
const servers: TestServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  own = connect(proxy.url, { warn: () => undefined }, 1);
});

afterEach(async () => {
  proxy.decide(() => 'pass');
  for (const server of servers.splice(0)) {
    await server.close();
    await server.database.close();
  }
  expect(await verifyLedger(database)).toEqual([]);
});

afterAll(async () => {
  await own.close();
  await proxy.close();
  await database.drop();
});

/** A server that reaches its database through the proxy, and a signed-in user. */
async function serverBehindProxy(): Promise<{ server: TestServer; cookie: string }> {
  const behind = connect(proxy.url, { warn: () => undefined });
  const server = await startTestServer({ database: { ...behind, drop: behind.close } });
  servers.push(server);
  return { server, cookie: (await server.signIn(10)).cookie };
}

describe('a transaction whose connection is lost', () => {
  const select = () => own.transaction((transaction) => transaction.execute(sql`select 1`));

  it('at its beginning returns its connection to the pool', async () => {
    for (let time = 1; time <= 3; time += 1) {
      proxy.decide((message) => (message.includes('begin') ? 'lose' : 'pass'));
      await expect(select()).rejects.toSatisfy(isDatabaseGone);
      proxy.decide(() => 'pass');
      expect((await select()).rowCount).toBe(1);
    }
  });

  it('in its middle reports that the database is away, not a failed rollback', async () => {
    proxy.decide((message) => (message.includes('select 1') ? 'lose' : 'pass'));
    await expect(select()).rejects.toSatisfy(isDatabaseGone);
    proxy.decide(() => 'pass');
    expect((await select()).rowCount).toBe(1);
  });
});

describe('a query of a machine that says nothing any more', () => {
  it('fails as one without a database, if its time is limited', async () => {
    const limited = connect(proxy.url, { warn: () => undefined }, 1, { queryMilliseconds: 500 });
    const select = () => limited.query.execute(sql`select 1`);
    expect((await select()).rowCount).toBe(1);
    proxy.decide(() => 'swallow');
    await expect(Promise.all([select(), select()])).rejects.toSatisfy(isDatabaseGone);
    proxy.decide(() => 'pass');
    expect((await select()).rowCount).toBe(1);
    await limited.close();
  });
});

describe('a question whose commit is not acknowledged', () => {
  it('is interrupted, costs nothing and ends its reader', async () => {
    const { server, cookie } = await serverBehindProxy();
    const question = { requestId: randomUUID(), text: 'sandbox: fast 5' };
    proxy.decide((message) => (message.includes('commit') ? 'lose the answer' : 'pass'));
    expect((await ask(server, cookie, question)).status).toBe(503);
    proxy.decide(() => 'pass');
    expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 1 });
    const reading = await readAll(await ask(server, cookie, question));
    expect(reading.end).toMatchObject({ state: 'interrupted', charged: 0 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });
});

describe('an answer whose last commit is not acknowledged', () => {
  it('is charged once and its readers receive each event once', async () => {
    const { server, cookie } = await serverBehindProxy();
    const response = await ask(server, cookie, { text: 'sandbox: pause 300' });
    proxy.decide((message) => {
      if (!message.includes('commit')) return 'pass';
      proxy.decide(() => 'pass');
      return 'lose the answer';
    });
    const { end, numbers, text } = await readAll(response);
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(text.match(/delta/g)).toHaveLength(10);
    expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 0 });
  });
});

describe('a reader whose server loses the database', () => {
  it('is cut off without details of the database, and reads on afterwards', async () => {
    const { server, cookie } = await serverBehindProxy();
    const owner = await startTestServer({ database });
    const begun = await readAll(
      await ask(owner, cookie, { text: 'sandbox: pause 1500' }),
      ({ text }) => text !== '',
    );
    const path = `/api/chat/answers/${begun.accepted?.answer_id}/events`;
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const response = await server.fetch(path, { cookie });
    proxy.decide(() => 'lose');
    proxy.cut();
    expect(await response.text().catch(String)).not.toMatch(/query|select/);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    proxy.decide(() => 'pass');
    expect((await readAll(await server.fetch(path, { cookie }))).end?.state).toBe('finished');
    await owner.close();
  });
});

describe('a stop that does not reach its server', () => {
  it('is found at the next heartbeat', async () => {
    const { server, cookie } = await serverBehindProxy();
    const other = await startTestServer({ database });
    const response = await ask(server, cookie, { text: 'sandbox: long 2000' });
    proxy.decide((message) => (message.includes('listen ') ? 'lose' : 'pass'));
    proxy.cut();
    let isStopped = false;
    const reading = await readAll(response, ({ accepted, text }) => {
      if (isStopped || text === '') return false;
      isStopped = true;
      const path = `/api/chat/answers/${accepted?.answer_id}/stop`;
      void other.fetch(path, { method: 'POST', cookie });
      return false;
    });
    expect(reading.end).toMatchObject({ state: 'stopped', charged: 1 });
    await other.close();
  });
});

describe('a database that is read-only for a moment, as after a failover', () => {
  it('answers 503 to writes, and continues afterwards', async () => {
    const { server, cookie } = await serverBehindProxy();
    const isReading = async (setting: 'on' | 'off'): Promise<void> => {
      const name = sql.identifier(new URL(database.url).pathname.slice(1));
      await database.query.execute(
        sql`alter database ${name} set default_transaction_read_only = ${sql.raw(setting)}`,
      );
      // Connections keep the settings from their start.
      proxy.cut();
      const probe = () => server.database.query.execute(sql`show default_transaction_read_only`);
      await expect
        .poll(() => probe().then(({ rows }) => rows, String))
        .toEqual([{ default_transaction_read_only: setting }]);
    };
    await isReading('on');
    const question = { requestId: randomUUID(), text: 'sandbox: fast 5' };
    for (let time = 1; time <= 3; time += 1) {
      expect((await ask(server, cookie, question)).status).toBe(503);
    }
    await isReading('off');
    expect((await readAll(await ask(server, cookie, question))).end?.state).toBe('finished');
    expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 0 });
  });
});
