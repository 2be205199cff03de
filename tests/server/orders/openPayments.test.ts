import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOpenPayments } from '#server/db/queries/payments.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('counts open payments by indexes, without reading all orders and messages', async () => {
  const scanned = await database.transaction(async (transaction) => {
    // The tables of a test are so small that PostgreSQL would prefer to read them.
    await transaction.execute(sql`set local enable_seqscan = off`);
    await countOpenPayments(transaction);
    const { rows } = await transaction.execute(
      sql`select relname from pg_stat_xact_user_tables where seq_scan > 0`,
    );
    return rows;
  });
  expect(scanned).toEqual([]);
});
