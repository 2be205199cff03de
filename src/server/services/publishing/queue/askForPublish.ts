import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type WaitingRun, requestRuns } from '#server/db/queries/publishRuns.ts';
import { publishingSite } from '#server/db/schema/publishing.ts';

/** Sites that were not seen for so many days are gone. */
const goneAfterDays = 7;

/** Names that a run keeps of those who asked for it. */
const namesKept = 8;

export type PublishAsk = {
  /** Who or what asks, in a few words, such as `gpts hide`. */
  by: string;
  /** False where an operator asks for a publish as such: it runs after a rollback, too. */
  isAutomatic: boolean;
  /** Whether everything is rendered anew. */
  isFull?: boolean;
  /** Whether new content is pulled before. */
  isPulling?: boolean;
  /** Not before so many seconds are over; others who ask meanwhile join it. */
  delaySeconds?: number;
};

/**
 * Asks for a publish of every site of this database, in the transaction of `query`: one may run, one more may wait, who
 * asks while one waits joins it. Returns the waiting runs, none where no server has served a site from this database.
 */
export async function askForPublish(query: Executor, ask: PublishAsk): Promise<WaitingRun[]> {
  const { by, isAutomatic, isFull = false, isPulling = false, delaySeconds = 0 } = ask;
  const isLiving = sql`${publishingSite.seen} > now() - make_interval(days => ${goneAfterDays})`;
  const living = await query.$count(publishingSite, isLiving);
  // Before a server has registered its site, the tables of the jobs may be missing, too.
  if (living === 0) return [];
  const request = { by, isAutomatic, isFull, isPulling, delay: delaySeconds };
  return requestRuns(query, request, { days: goneAfterDays, names: namesKept });
}
