import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createMediaStore } from '#server/gateways/storage/media.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { corePlatform, createTestDatabase, createUser } from '../../setup/database.ts';

it('a worker indexes old conversations at its start, and purges deleted ones', async () => {
  const database = await createTestDatabase();
  const userId = await createUser(database);
  await database.query.execute(
    sql`with made as (
        insert into conversation (user_id, title, model, deleted) values
          (${userId}, 'Old', 'gpt-4o-mini', null),
          (${userId}, 'Gone', 'gpt-4o-mini', now() - interval '31 days')
        returning id
      )
      insert into message (conversation_id, role, text) select id, 'user', 'Words' from made`,
  );
  const count = async (table: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from ${table}`,
    );
    return rows[0]?.count;
  };
  const media = createMediaStore({ mediaStore: '/nowhere', s3: undefined });
  const jobs = await startJobs({ ...corePlatform(database), media });
  try {
    await expect.poll(() => count('conversation_search'), { timeout: 30_000 }).toBe(4);
    await jobs.addJob('purge_conversations', {});
    await expect.poll(() => count('conversation'), { timeout: 30_000 }).toBe(1);
    expect([await count('message'), await count('conversation_search')]).toEqual([1, 2]);
  } finally {
    await jobs.stop();
    await database.drop();
  }
});
