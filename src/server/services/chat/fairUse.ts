import type { Tier } from '#domain/plans.ts';
import type { Platform } from '#server/context.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { limitKey } from '#server/services/login/limits.ts';

type Means = Pick<Platform, 'config' | 'database' | 'log'>;

type Limit = { name: string; points: number; seconds: number };
type Use = { limit: Limit; key: string };

/**
 * One statement for all limits: every question pays for each of them. It counts as `limits.ts` does, in the same table;
 * the keys come in their order, so that nobody waits for somebody who waits for them.
 */
const counting: Statement = {
  name: 'count_question',
  text: `insert into rate_limit as old (key, points, expire)
    select key, greatest($3::integer, 0), $4::bigint + milliseconds
    from unnest($1::text[], $2::bigint[]) as used (key, milliseconds)
    on conflict (key) do update set
      points = case when old.expire <= $4 then excluded.points else old.points + $3 end,
      expire = case when old.expire <= $4 then excluded.expire else old.expire end
    returning key, points, expire::float8 - $4 as rest`,
};

/**
 * Counts a question against what a user of this tier may ask in a minute and in a day. Answers what takes it back, for
 * a question that is not asked after all. Throws `too_many_requests` with `retry_seconds`; then it was not counted.
 */
export async function countQuestion(
  means: Means,
  userId: string,
  tier: Tier,
): Promise<() => Promise<void>> {
  const { questionsPerMinute, questionsPerDay } = means.config;
  // In the order of their keys.
  const limits = [
    { name: 'question_day', points: questionsPerDay[tier], seconds: 86_400 },
    { name: 'question_minute', points: questionsPerMinute[tier], seconds: 60 },
  ].filter(({ points }) => points > 0);
  const uses = limits.map((limit) => ({ limit, key: limitKey(means, { limit, by: userId }) }));
  if (uses.length === 0) return async () => {};
  const wait = await count(means, uses, 1);
  if (wait === 0) return () => takeBack(means, uses);
  // What is refused is counted, too, and would make the wait longer for a retry that joins its answer.
  await takeBack(means, uses);
  throw new AppError('too_many_requests', `Too many requests; try again in ${wait} seconds`, {
    retry_seconds: wait,
  });
}

/** Seconds until all limits have room again; 0 when none is passed. */
async function count(means: Means, uses: readonly Use[], points: 1 | -1): Promise<number> {
  const keys = uses.map(({ key }) => key);
  const milliseconds = uses.map(({ limit }) => limit.seconds * 1_000);
  const values = [keys, milliseconds, points, Date.now()];
  const rows = await run<{ key: string; points: number; rest: number }>(
    means.database.query,
    counting,
    values,
  );
  const waits = uses.map(({ limit, key }) => {
    const row = rows.find((counted) => counted.key === key);
    return row && row.points > limit.points ? Math.max(1, Math.ceil(row.rest / 1_000)) : 0;
  });
  return Math.max(...waits);
}

async function takeBack(means: Means, uses: readonly Use[]): Promise<void> {
  try {
    await count(means, uses, -1);
  } catch (error) {
    // The reason why it was not asked is what its user must read.
    means.log.warn({ error: redactedError(error) }, 'a question that was not asked stays counted');
  }
}
