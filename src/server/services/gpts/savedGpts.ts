import { and, desc, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { gpt, savedGpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { isReachableGpt } from '#server/services/gpts/shownGpts.ts';

type Gizmo = { gizmo_id: string };

const isGone = sql<boolean>`(${gpt.removed} is not null or ${gpt.hidden} is not null)`;

/** The most that one user can save: what one page of the list holds. */
const savedAtMost = 999;

/** The GPTs that the acting user saved, most recent first, with those that the directory does not have any more. */
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

/** The GPTs that the acting user chatted with, most recent first, at most twenty. */
export async function listRecentGpts(context: Context): Promise<Gizmo[]> {
  const userId = signedInUser(context);
  const { rows } = await context.database.query.execute<Gizmo>(
    sql`select c.gpt_id as gizmo_id from conversation c join gpt g on g.id = c.gpt_id and g.removed is null and g.hidden is null
      where c.user_id = ${userId} group by c.gpt_id order by max(c.updated) desc, c.gpt_id limit 20`,
  );
  return rows;
}

/**
 * Saves a GPT, once. Throws `unknown_gpt`, also for a private one, so that its id cannot be told from an unknown one; or `conflict` when the user saved as many as can be.
 */
export async function saveGpt(context: Context, id: string): Promise<Gizmo> {
  const userId = signedInUser(context);
  const [found] = await context.database.query
    .select({ id: gpt.id })
    .from(gpt)
    .where(and(eq(gpt.id, id), isReachableGpt));
  if (!found) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  const { rowCount } = await context.database.query.execute(
    sql`insert into saved_gpt (user_id, gpt_id)
      select ${userId}, ${id} where (select count(*) from saved_gpt where user_id = ${userId}) < ${savedAtMost}
      on conflict do nothing`,
  );
  if (rowCount === 0 && !(await isSaved(context, userId, id))) {
    throw new AppError('conflict', `At most ${savedAtMost} GPTs can be saved`, {
      limit: savedAtMost,
    });
  }
  return { gizmo_id: id };
}

/** Forgets a saved GPT; forgetting it again changes nothing. */
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
