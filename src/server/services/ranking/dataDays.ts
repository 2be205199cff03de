import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

/** Days with conversations, oldest first. */
export type DataDays = {
  /** Days on which a GPT was used, be it only by a share of what grew over a gap of a source. */
  used: readonly Day[];
  /** Those of which at least one number is no such share. */
  measured: readonly Day[];
};

/**
 * The days that there is data for. Days of GPTs that the catalogue does not show are no data: a history that is
 * imported before its catalogue must not freeze into empty rankings.
 */
export async function findDataDays(query: Executor): Promise<DataDays> {
  return {
    used: await daysWith(query, sql`own + imported > 0`),
    measured: await daysWith(query, sql`own + imported > 0 and not estimated`),
  };
}

/** One step of the index a day, instead of reading every row of every day. */
async function daysWith(query: Executor, condition: SQL): Promise<Day[]> {
  const firstDay = (more: SQL) => sql`
    select day from gpt_usage_day join ${gpt} on ${gpt.id} = gpt_usage_day.gpt_id and ${isShownGpt}
    where ${condition} ${more} order by day limit 1`;
  const { rows } = await query.execute<{ day: Day }>(sql`
    with recursive found as (
      (${firstDay(sql``)})
      union all
      select later.day from found
      cross join lateral (${firstDay(sql`and gpt_usage_day.day > found.day`)}) as later
    )
    select day::text as day from found`);
  return rows.map(({ day }) => day);
}
