import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema.ts';
import { allOf } from '#server/services/gpts/search/searchQuery.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

/** Matches are counted up to here, and put into order one by one. */
export const countedAtMost = 1_000;

/** What more GPTs have in common is looked for among so many of the most popular first. */
const popularAtMost = 2_500;

export type Window = { offset: number; size: number };

/** The ids of a window; `total` ends at `countedAtMost`. */
export type Ranked = { ids: string[]; total: number; isCapped: boolean };

/** Most popular first; the same order in every locale. */
export const byPopularity = sql`(coalesce(${gpt.importedChats}, 0) + ${gpt.ownChats}) desc, ${gpt.id} collate "C"`;

const mostChatsFirst = sql.raw(`chats desc, gpt_id collate "C"`);

/**
 * The shown GPTs that the last of `tiers` (texts of `tsquery`, each of which finds what those before it find) finds: first
 * those of the first tier, and within a tier the most popular. Thousands of matches are not sorted as a whole: the last
 * tier only fills up what the others leave of the window.
 */
export async function rankMatches(
  executor: Executor,
  tiers: readonly string[],
  window: Window,
): Promise<Ranked> {
  const { found, ids } = await rankFew(executor, tiers, window);
  if (ids) return { ids, total: found, isCapped: false };
  return { ids: await rankMany(executor, tiers, window), total: countedAtMost, isCapped: true };
}

/** The one row of a query that always answers one. */
export async function onlyRow<Row>(executor: Executor, query: SQL): Promise<Row> {
  const { rows } = await executor.execute(query);
  const [row] = rows;
  if (!row) throw new Error('A query that answers one row answered none');
  return row as Row;
}

/** Counts the matches up to the limit; those within it are put into order. */
async function rankFew(
  executor: Executor,
  tiers: readonly string[],
  { offset, size }: Window,
): Promise<{ found: number; ids: string[] | null }> {
  return onlyRow(
    executor,
    sql`with matching as materialized (
        select gpt_id, chats, ${tierOf(tiers)} as tier from gpt_search
        where shown and words @@ ${tiers.at(-1)}::tsquery limit ${countedAtMost + 1}
      ), counted as materialized (select count(*)::integer as found from matching)
      select found, case when found <= ${countedAtMost} then array(
        select gpt_id from matching order by tier, ${mostChatsFirst} limit ${size} offset ${offset}
      ) end as ids from counted`,
  );
}

async function rankMany(
  executor: Executor,
  tiers: readonly string[],
  { offset, size }: Window,
): Promise<string[]> {
  const last = tiers.at(-1) ?? '';
  const better = tiers.slice(0, -1);
  if (better.length === 0) return mostPopular(executor, last, { offset, size });
  const wanted = offset + size;
  const { ids } = await rankMatches(executor, better, { offset: 0, size: wanted });
  if (ids.length >= wanted) return ids.slice(offset);
  const others = allOf([last, `!(${better.at(-1)})`]);
  const rest = await mostPopular(executor, others, { offset: 0, size: wanted - ids.length });
  return [...ids, ...rest].slice(offset);
}

/** The most popular matches: many are soon met among the most popular GPTs of all; else all matches are sorted. */
async function mostPopular(
  executor: Executor,
  query: string,
  { offset, size }: Window,
): Promise<string[]> {
  const popular = await idsOf(executor, amongPopular(query, { offset, size }));
  if (popular.length === size) return popular;
  return idsOf(
    executor,
    sql`select gpt_id as id from gpt_search where shown and words @@ ${query}::tsquery
      order by ${mostChatsFirst} limit ${size} offset ${offset}`,
  );
}

async function idsOf(executor: Executor, query: SQL): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

function amongPopular(query: string, { offset, size }: Window): SQL {
  return sql`select popular.id from (
      select ${gpt.id}, coalesce(${gpt.importedChats}, 0) + ${gpt.ownChats} as chats
      from ${gpt} where ${isShownGpt} order by ${byPopularity} limit ${popularAtMost}
    ) popular cross join lateral (
      select from gpt_search where gpt_id = popular.id and words @@ ${query}::tsquery offset 0
    ) matching order by popular.chats desc, popular.id collate "C" limit ${size} offset ${offset}`;
}

/** The number of the first tier that finds the row. */
function tierOf(tiers: readonly string[]): SQL {
  const cases = tiers
    .slice(0, -1)
    .map((tier, index) => sql`when words @@ ${tier}::tsquery then ${sql.raw(String(index))}`);
  if (cases.length === 0) return sql.raw('0');
  return sql`case ${sql.join(cases, sql.raw(' '))} else ${sql.raw(String(tiers.length))} end`;
}
