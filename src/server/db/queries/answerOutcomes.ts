import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { FailureReason } from '#contract/chat/chat.ts';
import type { ModelOutcomes } from '#domain/models/models.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { answer } from '#server/db/schema/chat.ts';

/*
 * Raw, because the newest answers of each model are single steps of an index (`lateral`), however many answers there are:
 * the list of models asks for them every few seconds.
 */

type Limits = {
  /** Answers that ended before it do not count. */
  since: Date;
  /** Failures that count; answers that failed otherwise are left out. */
  failures: readonly FailureReason[];
  /** The number of newest outcomes among which `failedLately` counts. */
  recent: number;
  /** The number of newest answers of a model that count. */
  most: number;
};

const outcomes = {
  id: answer.model,
  answers: z.number(),
  failed: z.number(),
  failedLately: z.number(),
  failedUsers: z.number(),
  usersFailedSinceSuccess: z.number(),
  firstTextMilliseconds: z.nullable(z.number()),
} satisfies Record<keyof ModelOutcomes | 'id', unknown>;

/** Returns the outcomes of the newest answers of these models, without models that have none. */
export async function readAnswerOutcomes(
  executor: Executor,
  ids: readonly string[],
  { since, failures, recent, most }: Limits,
): Promise<RowOf<typeof outcomes>[]> {
  const { rows } = await executor.execute(sql`
    select wanted.id, outcome.* from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (
      select count(*)::int as answers, (count(*) filter (where is_failed))::int as failed,
        (count(*) filter (where is_failed and place <= ${recent}))::int as "failedLately",
        (count(distinct user_id) filter (where is_failed))::int as "failedUsers",
        (count(distinct user_id) filter (where is_failed and successes = 0))::int
          as "usersFailedSinceSuccess",
        percentile_cont(0.5) within group (order by case when waited < 0 then 0 else waited end)
          as "firstTextMilliseconds"
      from (
        select user_id, state = 'failed' as is_failed, row_number() over newest as place,
          count(*) filter (where state = 'finished') over newest as successes,
          extract(epoch from first_text - coalesce(asked, created))::float8 * 1000 as waited
        from answer
        where model = wanted.id and ended > ${since.toISOString()}::timestamptz
          and (state = 'finished' or state = 'failed' and reason = any(${sql.param([...failures])}::text[]))
        window newest as (order by ended desc rows unbounded preceding)
        order by ended desc limit ${most}) as ended
    ) as outcome where outcome.answers > 0`);
  return parseRows(outcomes, rows);
}
