import type { AnswerEvent } from '#contract/chat.ts';
import { type MediaKind, mediaUsualSeconds } from '#domain/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

type Progress = Extract<AnswerEvent, { type: 'progress' }>;

type Row = {
  kind: MediaKind;
  state: Progress['state'];
  percent: number | null;
  created: Date;
  started: Date | null;
  deadline: Date;
  ahead: number;
  usual: number | null;
};

/** Of the newest twenty that were made: what a provider takes changes from week to week. */
const reading: Statement = {
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

/** The lock lets the end of the answer come after this event or instead of it, never before. */
const storing: Statement = {
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

/** Stores how a job stands as an event of its answer, unless readers know it. Returns whether it was news. */
export async function tellProgress(executor: Executor, answerId: string): Promise<boolean> {
  const [row] = await run<Row>(executor, reading, [answerId]);
  if (!row) return false;
  const event: Progress = {
    type: 'progress',
    state: row.state,
    ahead: row.ahead,
    percent: row.percent,
    asked: row.created.toISOString(),
    started: row.started?.toISOString() ?? null,
    expected_seconds: Math.max(1, Math.round(row.usual ?? mediaUsualSeconds[row.kind])),
    deadline: row.deadline.toISOString(),
  };
  return (await run(executor, storing, [answerId, JSON.stringify(event)])).length > 0;
}
