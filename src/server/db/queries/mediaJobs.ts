import * as z from 'zod/mini';
import type { MediaFile } from '#contract/media/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { type RowOf } from '#server/db/rawRows.ts';
import { message } from '#server/db/schema/chat.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { type Statement, execute, run } from '#server/db/statement.ts';

/*
 * Jobs of media models. Raw and prepared, because every step of every job runs some of them, because jobs are chosen fairly
 * among those of all users by windows, and because their progress is stored only while the answer runs, in one statement
 * (docs/decisions/055-media-jobs.md).
 */

const jobId = { id: mediaJob.answerId };

/**
 * Fair: within the limits of user, provider and all, first jobs of Pro, then the first of each user, the second of each,
 * and so on.
 */
const startStatement: Statement = {
  name: 'start_media_jobs',
  text: `with made as (
      select user_id, provider from media_job
      where started is not null and state in ('queued', 'submitted', 'running')
    ), waiting as (
      select job.*, row_number() over (partition by job.user_id order by job.created)
          + (select count(*) from made where made.user_id = job.user_id) as nth
      from media_job job where state = 'queued' and started is null
    ), allowed as (
      select waiting.*, row_number() over (partition by provider order by is_pro desc, nth, created)
          + (select count(*) from made where made.provider = waiting.provider) as nth_there
      from waiting where nth <= at_once
    ), chosen as (
      select answer_id from allowed where nth_there <= $1
      order by is_pro desc, nth, created
      limit greatest(0, $2::integer - (select count(*) from made))
    )
    update media_job set started = $3, next_step = $3
    where answer_id in (select answer_id from chosen) and started is null and state = 'queued'
    returning answer_id as id`,
};

/**
 * Starts the waiting jobs for which there is room, of a provider and in all. Returns their ids. One process at a time
 * decides: a snapshot of before the lock would show slots as free that were just taken.
 */
export async function startJobs(
  transaction: Executor,
  { atOnceAtProvider, atOnce }: { atOnceAtProvider: number; atOnce: number },
  now: Date,
): Promise<string[]> {
  await lockUntilCommit(transaction, 'start_media');
  const values = [atOnceAtProvider, atOnce, now];
  const started = await run(transaction, startStatement, values, jobId);
  return started.map(({ id }) => id);
}

const waitingStatement: Statement = {
  name: 'list_waiting_media',
  text: `select answer_id as id from media_job where state = 'queued' and started is null
    order by is_pro desc, created limit $1`,
};

/** Returns the ids of the first `most` jobs that wait for their turn. */
export async function listWaitingJobs(executor: Executor, most: number): Promise<string[]> {
  const waiting = await run(executor, waitingStatement, [most], jobId);
  return waiting.map(({ id }) => id);
}

const dueStatement: Statement = {
  name: 'find_due_media',
  text: `select job.answer_id as id from media_job job
    left join answer on answer.id = job.answer_id and answer.stop_requested and answer.state = 'running'
    where job.next_step is not null and (job.lease_ends is null or job.lease_ends < now())
      and (job.next_step < $1::timestamptz - interval '3 seconds' or answer.id is not null)
    order by job.next_step limit $2`,
};

/** Returns the ids of jobs whose step is overdue or whose user stopped them, which no worker processes. */
export async function findDueJobs(executor: Executor, now: Date, most: number): Promise<string[]> {
  const due = await run(executor, dueStatement, [now, most], jobId);
  return due.map(({ id }) => id);
}

/** The usual time is that of the newest twenty jobs: the time that a provider takes changes from week to week. */
const progressStatement: Statement = {
  name: 'read_media_progress',
  text: `select kind, state, percent, created, started, deadline,
      case when state = 'queued' and started is null then (
        select count(*) from media_job other
        where other.state = 'queued' and other.started is null and other.answer_id <> job.answer_id
          and (not other.is_pro, other.created) < (not job.is_pro, job.created)
      ) else 0 end::integer as ahead,
      (select percentile_cont(0.5) within group (order by seconds) from (
        select extract(epoch from ended - started)::float8 as seconds from media_job made
        where made.model = job.model and made.state = 'stored' and made.ended <= made.deadline
        order by made.ended desc limit 20) as lately)::float8 as usual
    from media_job job where answer_id = $1 and state in ('queued', 'submitted', 'running')`,
};

const { kind, percent, created, started, deadline } = mediaJob;

/** An open job with the number of jobs before it, and the seconds that its model usually takes. */
const jobProgress = {
  kind,
  percent,
  created,
  started,
  deadline,
  state: z.enum(['queued', 'submitted', 'running']),
  ahead: z.number(),
  usual: z.nullable(z.number()),
};
export type JobProgress = RowOf<typeof jobProgress>;

/** Returns the progress of a job, or `undefined` when it is not open. */
export async function readProgress(
  executor: Executor,
  answerId: string,
): Promise<JobProgress | undefined> {
  const [progress] = await run(executor, progressStatement, [answerId], jobProgress);
  return progress;
}

/** The lock lets the end of the answer come after this event or instead of it, never before. */
const eventStatement: Statement = {
  name: 'store_media_progress',
  text: `with open as (
      select id from answer where id = $1 and state = 'running' for update
    ), last as (
      select event from answer_event where answer_id = $1 and event ->> 'type' = 'progress'
      order by number desc limit 1
    )
    insert into answer_event (answer_id, number, event)
    select $1, (select coalesce(max(number), 0) + 1 from answer_event where answer_id = $1), $2::jsonb
    from open where not exists (select from last where event = $2::jsonb)
    on conflict do nothing
    returning number`,
};

/** Stores an event of progress, unless it is the same as the last one. Returns whether it was stored. */
export async function insertProgress(
  executor: Executor,
  answerId: string,
  event: { type: 'progress' },
): Promise<boolean> {
  const values = [answerId, JSON.stringify(event)];
  return (await execute(executor, eventStatement, values)).length > 0;
}

/** The answer becomes as it would have been in time, but for its price; its last event informs later readers. */
const lateStatement: Statement = {
  name: 'deliver_late',
  text: `with delivered as (
      update answer set state = 'finished', reason = 'late'
      where id = $1 and state = 'failed' and reason = 'deadline_passed'
      returning id, message_id
    ), notified as (
      update answer_event set event = event || jsonb_build_object('state', 'finished', 'reason', 'late', 'media', $2::jsonb)
      where answer_id in (select id from delivered) and event ->> 'type' = 'end'
    )
    select message_id as "messageId" from delivered`,
};

/** Ends an answer whose deadline has passed as finished. Returns its message, or `undefined` when another call has. */
export async function finishLate(
  transaction: Executor,
  answerId: string,
  media: readonly MediaFile[],
): Promise<string | undefined> {
  const values = [answerId, JSON.stringify(media)];
  const [found] = await run(transaction, lateStatement, values, { messageId: message.id });
  return found?.messageId;
}
