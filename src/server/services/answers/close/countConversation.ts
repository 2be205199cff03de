import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { countedConversationsPerUserAndDay } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay, gptUsageUserDay } from '#server/db/schema/ranking.ts';

/** Counts a conversation for its GPT once, with its first charged answer; per user a limited number a day. */
export async function countConversation(
  transaction: Executor,
  { conversationId, userId }: { conversationId: string; userId: string },
  now: Date,
): Promise<void> {
  const [counted] = await transaction
    .update(conversation)
    .set({ counted: true })
    .where(
      and(
        eq(conversation.id, conversationId),
        isNotNull(conversation.gptId),
        eq(conversation.counted, false),
      ),
    )
    .returning({ gptId: conversation.gptId });
  if (!counted || counted.gptId === null) return;
  const { gptId } = counted;
  const day = dayOf(now);
  const [ofUser] = await transaction
    .insert(gptUsageUserDay)
    .values({ gptId, day, userId, conversations: 1 })
    .onConflictDoUpdate({
      target: [gptUsageUserDay.gptId, gptUsageUserDay.day, gptUsageUserDay.userId],
      set: { conversations: sql`${gptUsageUserDay.conversations} + 1` },
    })
    .returning({ conversations: gptUsageUserDay.conversations });
  const conversations = ofUser?.conversations ?? 1;
  if (conversations > countedConversationsPerUserAndDay) return;
  const newUsers = conversations === 1 ? 1 : 0;
  await transaction
    .insert(gptUsageDay)
    .values({ gptId, day, own: 1, ownUsers: newUsers })
    .onConflictDoUpdate({
      target: [gptUsageDay.gptId, gptUsageDay.day],
      set: {
        own: sql`${gptUsageDay.own} + 1`,
        ownUsers: sql`${gptUsageDay.ownUsers} + ${newUsers}`,
      },
    });
  await transaction
    .update(gpt)
    .set({ ownChats: sql`${gpt.ownChats} + 1` })
    .where(eq(gpt.id, gptId));
}
