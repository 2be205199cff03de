import { and, desc, eq, isNull, max, not, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { insertSavedGpt } from '#server/db/queries/savedGpts.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { gpt, savedGpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { isReachableGpt } from '#server/db/queries/shownGpts.ts';

type Gizmo = { gizmo_id: string };

const isGone = sql<boolean>`(${gpt.removed} is not null or ${gpt.hidden} is not null)`;

/** Most GPTs that one user can save: one page of the list. */
const savedAtMost = 999;

/** Lists the acting user's saved GPTs, most recent first, including those no longer in the directory. */
export async function listSavedGpts(
  context: Context,
  { page = 1, size = savedAtMost }: { page?: number | undefined; size?: number | undefined },
): Promise<(Gizmo & { is_removed: boolean })[]> {
  const userId = signedInUser(context);
  return context.database.query
    .select({ gizmo_id: savedGpt.gptId, is_removed: isGone })
    .from(savedGpt)
    .innerJoin(gpt, eq(gpt.id, savedGpt.gptId))
    .where(eq(savedGpt.userId, userId))
    .orderBy(desc(savedGpt.created), savedGpt.gptId)
    .limit(size)
    .offset((page - 1) * size);
}

/**
 * Lists the GPTs that the acting user chatted with, most recent first, at most twenty. Temporary and deleted conversations
 * leave no trace in it.
 */
export async function listRecentGpts(context: Context): Promise<Gizmo[]> {
  const userId = signedInUser(context);
  const { query } = context.database;
  return query
    .select({ gizmo_id: gpt.id })
    .from(conversation)
    .innerJoin(gpt, and(eq(gpt.id, conversation.gptId), not(isGone)))
    .where(
      and(
        eq(conversation.userId, userId),
        isNull(conversation.deleted),
        eq(conversation.temporary, false),
      ),
    )
    .groupBy(gpt.id)
    .orderBy(desc(max(conversation.updated)), gpt.id)
    .limit(20);
}

/**
 * Saves a GPT once. Throws `unknown_gpt`, also for a private GPT, so that its id cannot be distinguished from an
 * unknown one; `conflict` when the user has saved the maximum.
 */
export async function saveGpt(context: Context, id: string): Promise<Gizmo> {
  const userId = signedInUser(context);
  const [found] = await context.database.query
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(eq(gpt.id, id), isReachableGpt));
  if (!found) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  const { query } = context.database;
  const isAdded = await insertSavedGpt(query, { userId, gptId: id }, savedAtMost);
  if (!isAdded && !(await isSaved(context, userId, id))) {
    throw new AppError('conflict', `At most ${savedAtMost} GPTs can be saved`, {
      limit: savedAtMost,
    });
  }
  return { gizmo_id: id };
}

/** Removes a GPT from the saved ones. Does nothing if it is not saved. */
export async function unsaveGpt(context: Context, id: string): Promise<Gizmo> {
  const userId = signedInUser(context);
  await context.database.query
    .delete(savedGpt)
    .where(and(eq(savedGpt.userId, userId), eq(savedGpt.gptId, id)));
  return { gizmo_id: id };
}

async function isSaved(context: Context, userId: string, id: string): Promise<boolean> {
  const rows = await context.database.query
    .select({ id: savedGpt.gptId })
    .from(savedGpt)
    .where(and(eq(savedGpt.userId, userId), eq(savedGpt.gptId, id)));
  return rows.length > 0;
}
