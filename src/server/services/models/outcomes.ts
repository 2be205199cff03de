import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { FailureReason } from '#contract/chat.ts';
import { type ModelOutcomes, healthMinutes, recoveredAnswers } from '#domain/models.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { redactedError } from '#server/errors.ts';

/** Failures that say something about the upstream. Refusals, stops and ends of our own servers do not. */
const upstreamReasons = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
  'empty',
  'first_token_timeout',
  'idle_timeout',
] as const satisfies FailureReason[];

/** Newest outcomes of a model that are looked at: enough for a share and a median, however busy a site is. */
const mostAnswers = 500;

const keptMilliseconds = 5_000;

type Row = {
  id: string;
  answers: number;
  failed: number;
  failed_lately: number;
  first_text: number | null;
};

/** The outcomes of the latest answers of these models; models without any are left out. */
export async function readOutcomes(
  query: Executor,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ModelOutcomes>> {
  const since = new Date(now.getTime() - healthMinutes * 60_000);
  const { rows } = await query.execute<Row>(sql`
    select wanted.id, outcome.* from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (
      select count(*)::int as answers, (count(*) filter (where is_failed))::int as failed,
        (count(*) filter (where is_failed and place <= ${recoveredAnswers}))::int as failed_lately,
        percentile_cont(0.5) within group (order by case when waited < 0 then 0 else waited end) as first_text
      from (
        select state = 'failed' as is_failed, row_number() over (order by ended desc) as place,
          extract(epoch from first_text - coalesce(asked, created))::float8 * 1000 as waited
        from answer
        where model = wanted.id and ended > ${since.toISOString()}::timestamptz
          and (state = 'finished' or state = 'failed' and reason = any(${sql.param([...upstreamReasons])}::text[]))
        order by ended desc limit ${mostAnswers}) as ended
    ) as outcome where outcome.answers > 0`);
  return new Map(
    rows.map(({ id, answers, failed, failed_lately, first_text }) => [
      id,
      { answers, failed, failedLately: failed_lately, firstTextMilliseconds: first_text },
    ]),
  );
}

/**
 * The same for all who ask a server within a few seconds, from the one database that all servers share. While it is
 * away, what was known last holds: a list of models must not fail for its colours.
 */
export class RecentOutcomes {
  readonly #parts: { database: Database; log: Pick<Logger, 'warn'>; now: () => Date };
  #known: ReadonlyMap<string, ModelOutcomes> = new Map();
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(parts: { database: Database; log: Pick<Logger, 'warn'>; now: () => Date }) {
    this.#parts = parts;
  }

  /** The outcomes of the latest answers of these models, at most five seconds old. */
  async read(ids: readonly string[]): Promise<ReadonlyMap<string, ModelOutcomes>> {
    if (performance.now() >= this.#freshUntil) {
      this.#reading ??= this.#read(ids).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#known;
  }

  async #read(ids: readonly string[]): Promise<void> {
    const { database, log, now } = this.#parts;
    try {
      this.#known = await readOutcomes(database.query, ids, now());
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the health of the models could not be read');
    }
    this.#freshUntil = performance.now() + keptMilliseconds;
  }
}
