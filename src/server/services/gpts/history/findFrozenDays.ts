import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { frozenCopyGpts } from '#domain/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';

/**
 * Finds out which days of the histories are frozen copies of the source's day before, where rows changed since it was
 * last known. GPTs that have such a day are marked, for their use has to be worked out again.
 */
export async function findFrozenDays(database: Database): Promise<void> {
  for (;;) {
    const found = await database.transaction(checkNext);
    if (!found) return;
  }
}

/** A day's rows also tell whether the next one is a copy of it; where that is still to be checked, its turn will come. */
async function checkNext(transaction: Executor): Promise<boolean> {
  await lockDerivation(transaction);
  const { rows } = await transaction.execute<{ day: Day; next: Day | null }>(
    sql`update history_source_day as source set is_checked = true
      where day = (select min(day) from history_source_day where not is_checked)
      returning day::text, (
        select day::text from history_source_day later where later.day > source.day and later.is_checked
          and later.day = (select min(day) from history_source_day next where next.day > source.day)) as next`,
  );
  const [found] = rows;
  if (!found) return false;
  await check(transaction, found.day);
  if (found.next !== null) await check(transaction, found.next);
  return true;
}

async function check(transaction: Executor, day: Day): Promise<void> {
  const { rowCount } = await transaction.execute(
    sql`update history_source_day set is_frozen = not is_frozen
      where day = ${day} and is_frozen is distinct from (${isFrozenCopy(day)})`,
  );
  if (rowCount === 0) return;
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id) select gpt_id from history_day where day = ${day} order by gpt_id
      on conflict (gpt_id) do nothing`,
  );
}

/**
 * Whether enough GPTs have a count on the day, and each row of it is the same as on the day of the source before. Counts
 * are rounded and often stay; ratings and reviews tell a quiet day from a copy.
 */
function isFrozenCopy(day: Day) {
  return sql`
    (select count(*) from (
      select from history_day where day = ${day} and conversations is not null limit ${frozenCopyGpts}) as counted
    ) >= ${frozenCopyGpts}
    and not exists (
      select from history_day as now
      left join history_day as before on before.gpt_id = now.gpt_id
        and before.day = (select max(day) from history_source_day where day < ${day})
      where now.day = ${day} and (before.gpt_id is null
        or (now.conversations, now.rating, now.reviews)
          is distinct from (before.conversations, before.rating, before.reviews)))`;
}
