import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { isDatabaseGone } from '#server/errors.ts';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../setup/databaseProxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let own: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  own = connect(proxy.url, { warn: () => undefined }, 1);
});

afterEach(() => proxy.decide(() => 'pass'));

afterAll(async () => {
  await own.close();
  await proxy.close();
  await database.drop();
});

describe('a transaction whose connection is lost', () => {
  const select = () => own.transaction((transaction) => transaction.execute(sql`select 1`));

  it('at its beginning gives its place in the pool back', async () => {
    for (let time = 1; time <= 3; time += 1) {
      proxy.decide((message) => (message.includes('begin') ? 'lose' : 'pass'));
      await expect(select()).rejects.toSatisfy(isDatabaseGone);
      proxy.decide(() => 'pass');
      expect((await select()).rowCount).toBe(1);
    }
  });

  it('in its middle says that the database is gone, not that it cannot be rolled back', async () => {
    proxy.decide((message) => (message.includes('select 1') ? 'lose' : 'pass'));
    await expect(select()).rejects.toSatisfy(isDatabaseGone);
    proxy.decide(() => 'pass');
    expect((await select()).rowCount).toBe(1);
  });
});
