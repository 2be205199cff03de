import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/* Raw, because a GPT is saved only while its user has room, in one statement (`insert … select … where`). */

/** Saves a GPT for a user with fewer than `most` saved ones. Returns whether it was added. */
export async function insertSavedGpt(
  executor: Executor,
  { userId, gptId }: { userId: string; gptId: string },
  most: number,
): Promise<boolean> {
  const { rowCount } = await executor.execute(
    sql`insert into saved_gpt (user_id, gpt_id)
      select ${userId}, ${gptId} where (select count(*) from saved_gpt where user_id = ${userId}) < ${most}
      on conflict do nothing`,
  );
  return rowCount !== 0;
}
