import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { restoredForDays } from '#domain/chat/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

/*
 * Raw, because the moment of the deletion must come with the number of deleted conversations in one statement, also when
 * there are none: it is the key by which they are restored.
 */

/** `deleted` is the moment of a deletion, to the microsecond: the key of undoing it. */
const deletionRow = { deleted: z.string(), count: z.number(), listed: z.number() };
/** `listed`: how many of them were not temporary. */
type MarkedDeletion = RowOf<typeof deletionRow>;
export type Deletion = Omit<MarkedDeletion, 'listed'>;

/** The format of `to_char` for moments with their microseconds (UTC), which a `Date` does not have. */
export const microseconds = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/**
 * Marks a user's conversations as deleted: the one with this id, or all. Temporary ones cannot be restored, so that they
 * are as old as deleted ones of which nothing is kept.
 */
export async function markDeleted(
  executor: Executor,
  userId: string,
  id: string | null,
): Promise<MarkedDeletion> {
  const { rows } = await executor.execute(sql`with gone as (
        update conversation
        set deleted = case when temporary then now() - make_interval(days => ${restoredForDays + 1}) else now() end
        where user_id = ${userId} and deleted is null and (${id}::uuid is null or id = ${id}::uuid)
        returning temporary
      )
      select to_char(now() at time zone 'UTC', ${microseconds}) as deleted, count(*)::integer as count,
        (count(*) filter (where not temporary))::integer as listed
      from gone`);
  const [deletion] = parseRows(deletionRow, rows);
  if (!deletion) throw new Error('The deletion returned no row');
  return deletion;
}
