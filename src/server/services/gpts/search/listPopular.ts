import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import {
  type Ranked,
  type Window,
  byPopularity,
  countedAtMost,
  onlyRow,
} from '#server/services/gpts/search/rankMatches.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

/** All shown GPTs by popularity, read from the index alone however deep the page is. */
export async function listPopular(executor: Executor, { offset, size }: Window): Promise<Ranked> {
  const { found, ids } = await onlyRow<{ found: number; ids: string[] }>(
    executor,
    sql`select (
        select count(*)::integer from (
          select from ${gpt} where ${isShownGpt} limit ${countedAtMost + 1}
        ) counted
      ) as found, array(
        select ${gpt.id} from ${gpt} where ${isShownGpt}
        order by ${byPopularity} limit ${size} offset ${offset}
      ) as ids`,
  );
  return { ids, total: Math.min(found, countedAtMost), isCapped: found > countedAtMost };
}
