import { sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { frozenCopyGpts } from '#domain/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';

/**
 * Finds out which days of each source are frozen copies of its day before, where rows changed since it was last known. GPTs that have such a day are marked, for their use has to be worked out again.
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
  const { rows } = await transaction.execute<{ source: number; day: Day; next: Day | null }>(
    sql`update history_source_day as known set is_checked = true
      where (source_id, day) = (
        select source_id, day from history_source_day where not is_checked order by source_id, day limit 1)
      returning source_id as source, day::text, (
        select later.day::text from history_source_day as later
        where later.source_id = known.source_id and later.day > known.day and later.is_checked
          and later.day = (select min(next.day) from history_source_day as next
            where next.source_id = known.source_id and next.day > known.day)) as next`,
  );
  const [found] = rows;
  if (!found) return false;
  await check(transaction, found.source, found.day);
  if (found.next !== null) await check(transaction, found.source, found.next);
  return true;
}

async function check(transaction: Executor, source: number, day: Day): Promise<void> {
  const { rowCount } = await transaction.execute(
    sql`update history_source_day set is_frozen = not is_frozen
      where source_id = ${source} and day = ${day} and is_frozen is distinct from (${isFrozenCopy(source, day)})`,
  );
  if (rowCount === 0) return;
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id)
      select gpt_id from history_day where source_id = ${source} and day = ${day} order by gpt_id
      on conflict (gpt_id) do nothing`,
  );
}

/**
 * Whether enough GPTs of the source have a count on the day, and each row of it is the same as on the source's day
 * before. Counts are rounded and often stay; ratings and reviews tell a quiet day from a copy.
 */
function isFrozenCopy(source: number, day: Day) {
  const given = sql`select from history_day where source_id = ${source} and day = ${day}`;
  return sql`
    (select count(*) from (
      ${given} and conversations is not null limit ${frozenCopyGpts}) as counted
    ) >= ${frozenCopyGpts}
    and not exists (
      select from history_day as now
      left join history_day as before on before.source_id = now.source_id and before.gpt_id = now.gpt_id
        and before.day = (select max(day) from history_source_day where source_id = ${source} and day < ${day})
      where now.source_id = ${source} and now.day = ${day} and (before.gpt_id is null
        or (now.conversations, now.rating, now.reviews)
          is distinct from (before.conversations, before.rating, before.reviews)))`;
}
