import { sql } from 'drizzle-orm';
import { gpt } from '#server/db/schema.ts';
import type { Database } from '#server/db/connect.ts';
import { chatsUntil } from '#server/services/publishing/snapshotGpts.ts';
import { closedDayOf } from '#server/services/publishing/streamSnapshot.ts';

/**
 * A text that changes whenever the snapshot does, for its ETag. Sums of hashes do not depend on the order of rows.
 * The rows of rankings need no look: they change with their period only.
 */
export async function snapshotVersion(database: Database, now: Date): Promise<string> {
  const closedDay = closedDayOf(now);
  const { rows } = await database.query.execute<Record<string, string | null>>(sql`
    select
      (select sum(hashtextextended(concat_ws('/', id, updated, visibility, removed, hidden, rating_sum, ratings, reviews,
          ${chatsUntil(closedDay)}), 0))
        from ${gpt}) as gpts,
      (select sum(hashtextextended(concat_ws('/', gpt_id, day, imported, own, estimated), 0))
        from gpt_usage_day where day <= ${closedDay}) as usage,
      (select sum(hashtextextended(concat_ws('/', review.id, review.updated, review.hidden, app_user.name), 0))
        from review join app_user on app_user.id = review.user_id) as reviews,
      (select sum(hashtextextended(concat_ws('/', range, value, frozen, refrozen), 0)) from ranking_period) as periods`);
  return [closedDay, ...Object.values(rows[0] ?? {}).map(String)].join(' ');
}
