import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Share } from '#contract/conversations/shares.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation, conversationShare } from '#server/db/schema/chat.ts';
import { toShare } from '#server/services/shares/shareConversation.ts';

const sharesAtMost = 1_000;

/** Lists the acting user's valid links, newest first, without those of deleted conversations. */
export async function listShares(context: Context): Promise<{ items: Share[] }> {
  const rows = await context.database.query
    .select({ share: conversationShare })
    .from(conversationShare)
    .innerJoin(conversation, eq(conversation.id, conversationShare.conversationId))
    .where(
      and(
        eq(conversation.userId, signedInUser(context)),
        isNull(conversation.deleted),
        isNull(conversationShare.revoked),
      ),
    )
    .orderBy(desc(conversationShare.created), desc(conversationShare.id))
    .limit(sharesAtMost);
  return { items: rows.map(({ share }) => toShare(share)) };
}
