import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { gpt } from '#server/db/schema/gpts.ts';

/*
 * Raw, because lists of the API are read on a hot path: the window and the bounded count are one statement, which reads the
 * index of popularity alone however deep the window is.
 */

/** Most popular first; independent of the locale of the database. */
const byPopularity = sql`(coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats}) desc, ${gpt.id} collate "C"`;

/**
 * Returns a window of all shown GPTs by popularity, read from the index alone at any offset, and their total, counted
 * up to one above `countedAtMost`.
 */
export async function listPopular(
  executor: Executor,
  { offset, size }: { offset: number; size: number },
  countedAtMost: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await executor.execute(sql`select (
        select count(*)::integer from (
          select from ${gpt} where ${isShownGpt} limit ${countedAtMost + 1}
        ) counted
      ) as total, array(
        select ${gpt.id} from ${gpt} where ${isShownGpt}
        order by ${byPopularity} limit ${size} offset ${offset}
      ) as ids`);
  const [found] = parseRows({ total: z.number(), ids: z.array(z.string()) }, rows);
  return found ?? { ids: [], total: 0 };
}
