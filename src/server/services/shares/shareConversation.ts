import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Share } from '#contract/conversations/shares.ts';
import { sharedPath } from '#domain/chat/chatPaths.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, conversation, conversationShare } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { isOwn, unknownConversation } from '#server/services/conversations/changeConversation.ts';
import { readBranch, readBranchIds } from '#server/db/queries/branches.ts';
import { findLeaf } from '#server/services/conversations/findLeaf.ts';
import { shareLimits } from '#server/services/limits/limits.ts';
import { sharedBytes } from '#server/services/shares/readSharedConversation.ts';
import { renderAnswers } from '#server/services/shares/renderAnswers.ts';
import { withoutFailed } from '#server/services/shares/withoutFailed.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { networkOf } from '#server/services/limits/network.ts';

/** How often a link is searched again because it was revoked meanwhile. */
const triesAtMost = 5;

type Row = typeof conversationShare.$inferSelect;

/**
 * Creates a link with which anyone may read the branch that the acting user sees now. If the branch is already
 * shared with this title, returns that link. Throws `unknown_conversation`, `conflict` for a temporary chat and if nothing
 * was answered, `answer_running` while an answer of the branch is running, and `too_many_requests`.
 */
export async function shareConversation(context: Context, id: string): Promise<Share> {
  const userId = signedInUser(context);
  await takePoints(context, [
    { limit: shareLimits.user, by: userId },
    { limit: shareLimits.network, by: networkOf(context.actor.address) },
  ]);
  const { query } = context.database;
  const [found] = await query
    .select({
      id: conversation.id,
      title: conversation.title,
      leafId: conversation.leafId,
      temporary: conversation.temporary,
    })
    .from(conversation)
    .where(isOwn(userId, id));
  if (!found) throw unknownConversation();
  // Its link would end with the page that shows the chat.
  if (found.temporary) throw new AppError('conflict', 'A temporary chat cannot be shared');
  const leafId = await findLeaf(query, found);
  if (leafId === null) throw new AppError('conflict', 'Nothing was said in this conversation yet');
  await refuseRunning(query, id, leafId);
  const branch = await readBranch(query, id, leafId, sharedBytes);
  if (withoutFailed(branch).length === 0)
    throw new AppError('conflict', 'Nothing was answered in this conversation yet');
  await renderAnswers(context, branch);
  return toShare(await findOrCreate(query, { conversationId: id, leafId, title: found.title }));
}

export function toShare(row: Row): Share {
  return {
    id: row.id,
    conversation_id: row.conversationId,
    title: row.title,
    path: sharedPath(row.id),
    created: row.created.toISOString(),
  };
}

async function refuseRunning(executor: Executor, id: string, leafId: string): Promise<void> {
  const ids = await readBranchIds(executor, id, leafId);
  const [running] = await executor
    .select({ id: answer.id })
    .from(answer)
    .where(and(inArray(answer.messageId, ids), eq(answer.state, 'running')))
    .limit(1);
  if (!running) return;
  throw new AppError('answer_running', 'The conversation can be shared when its answer is whole');
}

async function findOrCreate(
  executor: Executor,
  shared: Pick<Row, 'conversationId' | 'leafId' | 'title'>,
): Promise<Row> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const [created] = await executor
      .insert(conversationShare)
      .values({ id: randomBytes(16).toString('base64url'), ...shared })
      .onConflictDoNothing()
      .returning();
    if (created) return created;
    const [existing] = await executor
      .select()
      .from(conversationShare)
      .where(
        and(
          eq(conversationShare.conversationId, shared.conversationId),
          eq(conversationShare.leafId, shared.leafId),
          eq(conversationShare.title, shared.title),
          isNull(conversationShare.revoked),
        ),
      );
    if (existing) return existing;
  }
  throw new AppError('conflict', 'The link was revoked again and again meanwhile');
}
