import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { qualified } from '#server/db/qualified.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';

/**
 * SQL for conversations with a GPT here up to a day that is over: a page must not change because of chats today, and lists
 * that the server fills must show the numbers of the pages.
 */
export function chatsUntil(closedDay: Day) {
  return sql<number>`greatest(0, ${gpt.ownChats} - coalesce((
    select sum(${qualified(gptUsageDay.own)}) from ${gptUsageDay}
    where ${qualified(gptUsageDay.gptId)} = ${qualified(gpt.id)}
      and ${qualified(gptUsageDay.day)} > ${closedDay}), 0))`.mapWith(Number);
}
