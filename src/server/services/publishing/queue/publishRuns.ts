import { and, eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { requestAgain, runTaskWhenDue } from '#server/db/queries/publishRuns.ts';
import { publishRun } from '#server/db/schema/publishing.ts';

/** Delays before retries of a failed publish, in seconds; after the last one it is not retried. */
const retrySeconds = [30, 120, 600];

const reasonCharacters = 2_000;

/** A run that this process started. */
export type ClaimedRun = Pick<
  typeof publishRun.$inferSelect,
  'id' | 'isAutomatic' | 'isFull' | 'isPulling' | 'attempt'
>;

export type RunOutcome = {
  state: 'published' | 'unchanged';
  releaseId: string;
  /** `null` if nothing had to be built. */
  pages: number | null;
  snapshot: string | undefined;
};

/** Starts the waiting run of a site if it is due. With `isPaused`, automatic runs keep waiting. */
export async function claimRun(
  query: Executor,
  siteId: string,
  isPaused: boolean,
): Promise<ClaimedRun | undefined> {
  const { id, isAutomatic, isFull, isPulling, attempt } = publishRun;
  const [claimed] = await query
    .update(publishRun)
    .set({ state: 'running', started: sql`now()` })
    .where(
      and(
        eq(publishRun.siteId, siteId),
        eq(publishRun.state, 'waiting'),
        sql`${publishRun.due} <= now()`,
        isPaused ? eq(isAutomatic, false) : undefined,
      ),
    )
    .returning({ id, isAutomatic, isFull, isPulling, attempt });
  return claimed;
}

export async function finishRun(query: Executor, id: number, outcome: RunOutcome): Promise<void> {
  await endRun(query, id, outcome);
}

/** Ends a run that is running. Returns whether it was. */
async function endRun(
  query: Executor,
  id: number,
  outcome: Partial<typeof publishRun.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await query
    .update(publishRun)
    .set({ ...outcome, ended: sql`now()` })
    .where(and(eq(publishRun.id, id), eq(publishRun.state, 'running')));
  return rowCount === 1;
}

/**
 * Stores why a run failed, and schedules a retry, at most three times; if another run is waiting, that one is the
 * retry. Returns the delay in seconds, if there is a retry.
 */
export async function failRun(
  { transaction }: Pick<Database, 'transaction'>,
  siteId: string,
  { id, attempt }: Pick<ClaimedRun, 'id' | 'attempt'>,
  reason: string,
): Promise<number | undefined> {
  const seconds = retrySeconds[attempt - 1];
  return transaction(async (query) => {
    const ending = { state: 'failed', reason: reason.slice(0, reasonCharacters) } as const;
    if (!(await endRun(query, id, ending)) || seconds === undefined) return undefined;
    await requestAgain(query, id, { seconds, attempt: attempt + 1 });
    await runTaskWhenDue(query, siteId, false);
    return seconds;
  });
}

/** Puts a run back into the queue, because another process publishes now, or this process ends. */
export async function requeueRun(
  { transaction }: Pick<Database, 'transaction'>,
  siteId: string,
  { id, attempt }: Pick<ClaimedRun, 'id' | 'attempt'>,
  seconds: number,
): Promise<void> {
  await transaction(async (query) => {
    if (!(await endRun(query, id, { state: 'unchanged' }))) return;
    await requestAgain(query, id, { seconds, attempt });
    await query.delete(publishRun).where(eq(publishRun.id, id));
    await runTaskWhenDue(query, siteId, false);
  });
}

/** Marks running publishes as failed. Call it only when their process is known to have died. */
export async function failAbandonedRuns(database: Database, siteId: string): Promise<void> {
  const running = await database.query
    .select({ id: publishRun.id, attempt: publishRun.attempt })
    .from(publishRun)
    .where(and(eq(publishRun.siteId, siteId), eq(publishRun.state, 'running')));
  for (const run of running) {
    await failRun(database, siteId, run, 'The process that published ended before the publish did');
  }
}
