import { type SQL, and, eq, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';
import {
  type ConversationCard,
  cardColumns,
  pinnedAtMost,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { storeTitleLexemes } from '#server/services/conversations/search/storeLexemes.ts';

export type Change = {
  title?: string | undefined;
  pinned?: boolean | undefined;
  archived?: boolean | undefined;
  /** A message of the conversation: its branch, up to its newest descendant, becomes visible. */
  leaf_id?: string | undefined;
};

/**
 * Changes a conversation of the acting user; the time of its last use stays. Pinning a pinned conversation changes
 * nothing, nor does archiving an archived one. Throws `unknown_conversation`, `conflict` when too many are pinned, and
 * `not_found` when the conversation has no such message.
 */
export async function changeConversation(
  context: Context,
  id: string,
  change: Change,
): Promise<ConversationCard> {
  const userId = signedInUser(context);
  const card = await context.database.transaction(async (transaction) => {
    if (change.pinned === true) await refuseTooManyPinned(transaction, userId, id);
    const leafId =
      change.leaf_id === undefined
        ? undefined
        : await findEnd(transaction, await lockOwn(transaction, userId, id), change.leaf_id);
    const [changed] = await transaction
      .update(conversation)
      .set({
        title: change.title,
        pinned: momentOf(conversation.pinned, change.pinned),
        archived: momentOf(conversation.archived, change.archived),
        leafId,
        // At least one column must be set, also if nothing changes.
        updated: conversation.updated,
      })
      .where(isOwn(userId, id))
      .returning(cardColumns);
    if (!changed) throw unknownConversation();
    if (change.title !== undefined) await storeTitleLexemes(transaction, userId, id, change.title);
    return toConversationCard(changed);
  });
  // Each device shows its own branch.
  const { leaf_id: _, ...shown } = change;
  const isShown = Object.values(shown).some((value) => value !== undefined);
  if (isShown) await sendChange(context, 'changed', userId, id);
  return card;
}

export function unknownConversation(): AppError {
  return new AppError('unknown_conversation', 'There is no conversation with this id');
}

/** Returns the condition that a conversation is this one, belongs to the user, and is not deleted. */
export function isOwn(userId: string, id: string): SQL | undefined {
  return and(
    eq(conversation.id, id),
    eq(conversation.userId, userId),
    isNull(conversation.deleted),
  );
}

/** Returns the new value of a column that has the moment at which something was switched on. */
function momentOf(column: AnyPgColumn, isOn: boolean | undefined): SQL | null | undefined {
  if (isOn === undefined) return undefined;
  return isOn ? sql`coalesce(${column}, now())` : null;
}

/** Locks the user's row until the end of the transaction, so that two requests cannot exceed the limit together. */
async function refuseTooManyPinned(
  transaction: Executor,
  userId: string,
  id: string,
): Promise<void> {
  await transaction
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('no key update');
  const [counted] = await transaction
    .select({ count: sql<number>`count(*)::integer` })
    .from(conversation)
    .where(
      sql`${conversation.userId} = ${userId} and ${conversation.pinned} is not null
        and ${conversation.deleted} is null and ${conversation.id} <> ${id}`,
    );
  if ((counted?.count ?? 0) < pinnedAtMost) return;
  throw new AppError('conflict', `At most ${pinnedAtMost} conversations can be pinned`, {
    limit: pinnedAtMost,
  });
}

/** Locks the conversation: new questions in it wait, so that the branch is chosen among all messages. */
async function lockOwn(transaction: Executor, userId: string, id: string): Promise<string> {
  const [own] = await transaction
    .select({ id: conversation.id })
    .from(conversation)
    .where(isOwn(userId, id))
    .for('no key update');
  if (!own) throw unknownConversation();
  return own.id;
}

async function findEnd(
  transaction: Executor,
  conversationId: string,
  throughId: string,
): Promise<string> {
  const rows = await transaction
    .select({ id: message.id, parentId: message.parentId })
    .from(message)
    .where(eq(message.conversationId, conversationId))
    .orderBy(message.position);
  const newestChildren = new Map(rows.map(({ id, parentId }) => [parentId, id]));
  if (!rows.some(({ id }) => id === throughId)) {
    throw new AppError('not_found', 'The conversation has no message with this id');
  }
  // Children are newer than their parents, so this loop ends.
  let end = throughId;
  for (let next = newestChildren.get(end); next !== undefined; next = newestChildren.get(end)) {
    end = next;
  }
  return end;
}
