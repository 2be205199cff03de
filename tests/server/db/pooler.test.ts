import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, connect } from '#server/db/connect.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../setup/databaseProxy.ts';

/** PgBouncer refuses a connection that begins with another parameter. */
const knownParameters = ['user', 'database', 'client_encoding', 'application_name'];

let database: TestDatabase;
let proxy: DatabaseProxy;
let own: Database;

beforeAll(async () => {
  database = await createTestDatabase(2);
  proxy = await startDatabaseProxy(database.url);
  own = connect(proxy.url, { warn: () => undefined }, 1);
});

afterAll(async () => {
  await own.close();
  await proxy.close();
  await database.drop();
});

/** Returns the names in the first message of a connection: its length, the version of the protocol, names with values. */
function parametersIn(message: string): string[] {
  return message
    .slice(8)
    .split('\0')
    .filter((name, index) => index % 2 === 0 && name !== '');
}

it('begins connections as PgBouncer takes them, and limits their statements and transactions', async () => {
  const first = new Map<number, string>();
  proxy.watch({
    sent: (message, connection) => {
      if (!first.has(connection)) first.set(connection, message);
      return false;
    },
    answered: () => false,
  });
  const { rows } = await own.pool.query(
    `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(rows).toEqual([{ statement: '30s', idle: '30s' }]);
  const [message = ''] = first.values();
  expect(parametersIn(message)).toContain('user');
  expect(knownParameters).toEqual(expect.arrayContaining(parametersIn(message)));
});
