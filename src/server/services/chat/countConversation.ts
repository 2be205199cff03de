import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { countedConversationsPerUserAndDay } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';

/** Counts a conversation for its GPT, once, with its first charged answer; of one user a bounded number a day. */
export async function countConversation(
  transaction: Executor,
  charged: { conversationId: string; userId: string },
  now: Date,
): Promise<void> {
  const counted = await transaction.execute<{ gpt_id: string }>(
    sql`update conversation set counted = true
      where id = ${charged.conversationId} and gpt_id is not null and not counted returning gpt_id`,
  );
  const gptId = counted.rows[0]?.gpt_id;
  if (gptId === undefined) return;
  const day = dayOf(now);
  const { rows } = await transaction.execute<{ conversations: number }>(
    sql`insert into gpt_usage_user_day (gpt_id, day, user_id, conversations)
      values (${gptId}, ${day}, ${charged.userId}, 1)
      on conflict (gpt_id, day, user_id) do update set conversations = gpt_usage_user_day.conversations + 1
      returning conversations`,
  );
  const conversations = rows[0]?.conversations ?? 1;
  if (conversations > countedConversationsPerUserAndDay) return;
  const newUser = conversations === 1 ? 1 : 0;
  await transaction.execute(
    sql`insert into gpt_usage_day (gpt_id, day, own, own_users) values (${gptId}, ${day}, 1, ${newUser})
      on conflict (gpt_id, day) do update
      set own = gpt_usage_day.own + 1, own_users = gpt_usage_day.own_users + ${newUser}`,
  );
  await transaction.execute(sql`update gpt set own_chats = own_chats + 1 where id = ${gptId}`);
}
