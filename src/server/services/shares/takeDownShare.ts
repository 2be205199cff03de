import { eq, isNull, and, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { conversationShare } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/**
 * Revokes a link of any user, and records the reason. Throws `not_found`, or `conflict` when it is already revoked.
 */
export async function takeDownShare(
  { database }: CorePlatform,
  id: string,
  reason: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [revoked] = await transaction
      .update(conversationShare)
      .set({ revoked: sql`now()` })
      .where(and(eq(conversationShare.id, id), isNull(conversationShare.revoked)))
      .returning({ id: conversationShare.id, conversation: conversationShare.conversationId });
    if (revoked) {
      const { conversation } = revoked;
      await writeAudit(transaction, 'shares.revoke', id, { conversation, reason });
      return;
    }
    const known = await transaction
      .select({ id: conversationShare.id })
      .from(conversationShare)
      .where(eq(conversationShare.id, id));
    if (known.length > 0) throw new AppError('conflict', 'This link is revoked already');
    throw new AppError('not_found', 'There is no link with this id');
  });
}
