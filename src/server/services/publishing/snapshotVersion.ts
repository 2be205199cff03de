import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { gpt } from '#server/db/schema.ts';
import type { Database } from '#server/db/connect.ts';
import { chatsUntil } from '#server/services/publishing/snapshotGpts.ts';
import { closedDayOf } from '#server/services/publishing/streamSnapshot.ts';

/** Every day of every GPT is read: seconds for a large catalogue. */
const allowLongRead = sql`set local statement_timeout = '5min'`;

/** Numbers hashed as such, each with the hash before as its seed: there may be tens of millions of days. */
const usageDigest = sql`hashint8extended(imported, hashint8extended(own,
  hashtextextended(gpt_id, (day - date '2020-01-01') * 2 + estimated::int)))`;

/**
 * A text that changes whenever the snapshot does, for its ETag. Sums of hashes do not depend on the order of rows.
 * The rows of rankings need no look: they change with their period only.
 */
export async function snapshotVersion(database: Database, now: Date): Promise<string> {
  const closedDay = closedDayOf(now);
  return database.transaction(async (query) => {
    await query.execute(allowLongRead);
    const { rows } = await query.execute<Record<string, string | null>>(digests(closedDay));
    return [closedDay, ...Object.values(rows[0] ?? {}).map(String)].join(' ');
  });
}

function digests(closedDay: Day): SQL {
  return sql`
    select
      (select sum(hashtextextended(concat_ws('/', id, updated, visibility, removed, hidden, rating_sum, ratings, reviews,
          ${chatsUntil(closedDay)}), 0))
        from ${gpt}) as gpts,
      (select sum(${usageDigest}) from gpt_usage_day where day <= ${closedDay}) as usage,
      (select sum(hashtextextended(concat_ws('/', review.id, review.updated, review.hidden, app_user.name), 0))
        from review join app_user on app_user.id = review.user_id) as reviews,
      (select sum(hashtextextended(concat_ws('/', range, value, frozen, refrozen), 0)) from ranking_period) as periods`;
}
