import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#domain/ranking.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

/**
 * The last day of a period of which an imported history has a reading of a GPT that is shown; null where there is none.
 * Conversations here are always known.
 */
export function dataUntil({ from, to }: Period): SQL {
  return sql`(
    select day from gpt_usage_day join ${gpt} on ${gpt.id} = gpt_usage_day.gpt_id and ${isShownGpt}
    where day between ${from} and ${to} and not gap and not (imported = 0 and own > 0)
    order by day desc limit 1)`;
}

/**
 * When each source repeated the numbers of its day before, as JSON (`StillSpan`), oldest first: spans that have a day in
 * the period, or end on the day before it, for then what grew over them is shared out into the period.
 */
export function stillSpans({ from, to }: Period): SQL {
  return sql`(
    select coalesce(jsonb_agg(
      jsonb_build_object('source', name, 'from', first_day, 'to', last_day) order by first_day, span.source_id), '[]')
    from (
      select source_id, min(day) as first_day, max(day) as last_day from (
        select source_id, day, is_frozen, row_number() over (partition by source_id order by day)
          - row_number() over (partition by source_id, is_frozen order by day) as span
        from history_source_day
      ) as days where is_frozen group by source_id, span
    ) as span join history_source on history_source.id = span.source_id
    where last_day >= ${from}::date - 1 and first_day <= ${to})`;
}
