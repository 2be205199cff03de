import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { createTestDatabase } from '../../setup/database.ts';

it('deletes many rows in several statements, but none that another transaction has locked', async () => {
  const database = await createTestDatabase(3);
  const { query } = database;
  const insert = sql`insert into rate_limit (key, points, expire)
    select number::text, 1, case when number <= 12000 then 1 else 3 end from generate_series(1, 12010) as number`;
  await query.execute(insert);
  const old = () => deleteInBatches(query, sql`rate_limit`, sql`expire < 2`);
  const deleted = await database.transaction(async (transaction) => {
    await transaction.execute(sql`select from rate_limit where key = '7' for update`);
    return old();
  });
  expect(deleted).toBe(11_999);
  expect(await old()).toBe(1);
  const { rows } = await query.execute(sql`select count(*)::int as count from rate_limit`);
  expect(rows).toEqual([{ count: 10 }]);
  await database.drop();
});
