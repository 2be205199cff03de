import { sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { wakeWaiting } from '#server/services/publishing/queue/wakePublishing.ts';

/** Seconds until a failed publish is tried again; after the last of these it is not. */
const retrySeconds = [30, 120, 600];

const reasonCharacters = 2_000;

/** A publish that was begun here. */
export type ClaimedRun = {
  id: number;
  isAutomatic: boolean;
  isFull: boolean;
  isPulling: boolean;
  attempt: number;
};

export type RunOutcome = {
  state: 'published' | 'unchanged';
  releaseId: string;
  /** `null` where nothing had to be looked at. */
  pages: number | null;
  snapshot: string | undefined;
};

type ClaimedRow = {
  id: string;
  is_automatic: boolean;
  is_full: boolean;
  is_pulling: boolean;
  attempt: number;
};

/** Begins the run that waits for a site and is due. `isPaused` leaves the automatic ones waiting. */
export async function claimRun(
  query: Executor,
  siteId: string,
  isPaused: boolean,
): Promise<ClaimedRun | undefined> {
  const { rows } = await query.execute<ClaimedRow>(sql`
    update publish_run set state = 'running', started = now()
    where site_id = ${siteId} and state = 'waiting' and due <= now() and not (is_automatic and ${isPaused}::boolean)
    returning id, is_automatic, is_full, is_pulling, attempt`);
  return rows[0] && toClaimedRun(rows[0]);
}

export async function finishRun(query: Executor, id: number, outcome: RunOutcome): Promise<void> {
  const { state, releaseId, pages, snapshot = null } = outcome;
  await query.execute(sql`
    update publish_run set state = ${state}, ended = now(), release_id = ${releaseId}, pages = ${pages}::int,
      snapshot = ${snapshot}::text
    where id = ${id} and state = 'running'`);
}

/**
 * Records why a run failed, and has it tried again later, at most three times; where another one waits, that one is the
 * next try. Answers after how many seconds it is tried again.
 */
export async function failRun(
  { transaction }: Pick<Database, 'transaction'>,
  siteId: string,
  { id, attempt }: Pick<ClaimedRun, 'id' | 'attempt'>,
  reason: string,
): Promise<number | undefined> {
  const seconds = retrySeconds[attempt - 1];
  return transaction(async (query) => {
    const failed = await query.execute(sql`
      update publish_run set state = 'failed', ended = now(), reason = ${reason.slice(0, reasonCharacters)}
      where id = ${id} and state = 'running'`);
    if (failed.rowCount !== 1 || seconds === undefined) return undefined;
    await waitAgain(query, id, { seconds, attempt: attempt + 1 });
    await wakeWaiting(query, siteId, false);
    return seconds;
  });
}

/** Has a run wait again as if it had not begun: somebody else publishes now, or this process ends. */
export async function putRunBack(
  { transaction }: Pick<Database, 'transaction'>,
  siteId: string,
  { id, attempt }: Pick<ClaimedRun, 'id' | 'attempt'>,
  seconds: number,
): Promise<void> {
  await transaction(async (query) => {
    const ended = await query.execute(sql`
      update publish_run set state = 'unchanged', ended = now() where id = ${id} and state = 'running'`);
    if (ended.rowCount !== 1) return;
    await waitAgain(query, id, { seconds, attempt });
    await query.execute(sql`delete from publish_run where id = ${id}`);
    await wakeWaiting(query, siteId, false);
  });
}

/** Fails what is said to run. For whoever knows that nobody runs it: its process has died. */
export async function failBrokenOff(database: Database, siteId: string): Promise<void> {
  const { rows } = await database.query.execute<{ id: string; attempt: number }>(sql`
    select id, attempt from publish_run where site_id = ${siteId} and state = 'running'`);
  for (const { id, attempt } of rows) {
    const run = { id: Number(id), attempt };
    await failRun(database, siteId, run, 'The process that published ended before the publish did');
  }
}

/** Waits as the run `id` did; what waits already takes over what that run was to do. */
async function waitAgain(
  query: Executor,
  id: number,
  { seconds, attempt }: { seconds: number; attempt: number },
): Promise<void> {
  await query.execute(sql`
    insert into publish_run as stored (site_id, asked_by, asks, is_automatic, is_full, is_pulling, attempt, due, created)
    select site_id, asked_by, asks, is_automatic, is_full, is_pulling, ${attempt}::int,
      now() + make_interval(secs => ${seconds}), created
    from publish_run where id = ${id}
    on conflict (site_id) where state = 'waiting' do update set
      asks = stored.asks + excluded.asks,
      is_automatic = stored.is_automatic and excluded.is_automatic,
      is_full = stored.is_full or excluded.is_full,
      is_pulling = stored.is_pulling or excluded.is_pulling,
      due = least(stored.due, excluded.due)`);
}

function toClaimedRun(row: ClaimedRow): ClaimedRun {
  return {
    id: Number(row.id),
    isAutomatic: row.is_automatic,
    isFull: row.is_full,
    isPulling: row.is_pulling,
    attempt: row.attempt,
  };
}
