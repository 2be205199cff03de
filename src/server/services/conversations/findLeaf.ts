import { desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { message } from '#server/db/schema/chat.ts';

/** Returns the end of the visible branch: the chosen message, otherwise the newest one; `null` without messages. */
export async function findLeaf(
  executor: Executor,
  { id, leafId }: { id: string; leafId: string | null },
): Promise<string | null> {
  const [leaf] = await executor
    .select({ id: message.id })
    .from(message)
    .where(eq(message.conversationId, id))
    .orderBy(sql`(${message.id} = ${leafId}::uuid) is true desc`, desc(message.position))
    .limit(1);
  return leaf?.id ?? null;
}
