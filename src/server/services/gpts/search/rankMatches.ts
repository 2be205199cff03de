import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { allOf } from '#server/services/gpts/search/searchQuery.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

/** What is told of the number of matches ends here. */
export const countedAtMost = 1_000;

/** So many matches are put into order as a whole: of one term, or where finding them again would cost more than that. */
export const sortedAtMost = { ofList: 5_000, ofWord: 1_000, ofWords: 2_500 } as const;

/** So many of the most popular GPTs tell how common the matches of a query are. */
const sampleSize = 300;

/** Looking at a popular GPT costs as much as sorting so many matches (measured, see decision 010). */
const lookCost = 3;

export type Window = { offset: number; size: number };

type Expectation = { most?: number; expected?: 'few' | 'many' };

/** The ids of a window; `total` ends at `countedAtMost`. */
export type Ranked = { ids: string[]; total: number; isCapped: boolean };

/** Most popular first; the same order in every locale. */
export const byPopularity = sql`(coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats}) desc, ${gpt.id} collate "C"`;

const mostChatsFirst = sql.raw(`chats desc, gpt_id collate "C"`);

/**
 * The shown GPTs that the last of `tiers` (texts of `tsquery`, each of which finds what those before it find) finds: first
 * those of the first tier, and within a tier the most popular. Thousands of matches are not sorted as a whole: tier after
 * tier is asked for its most popular, until the window is full. `most` is how many are sorted as a whole; where more are
 * `expected`, counting them and asking for the most popular go side by side.
 */
export async function rankMatches(
  executor: Executor,
  tiers: readonly string[],
  window: Window,
  { most = sortedAtMost.ofList, expected = 'few' }: Expectation = {},
): Promise<Ranked> {
  const [{ found, ids }, expectedIds] = await Promise.all([
    rankFew(executor, tiers, window, most),
    expected === 'many' ? rankMany(executor, tiers, window) : null,
  ]);
  return {
    ids: ids ?? expectedIds ?? (await rankMany(executor, tiers, window)),
    total: Math.min(found, countedAtMost),
    isCapped: found > countedAtMost,
  };
}

/** The one row of a query that always answers one. */
export async function onlyRow<Row>(executor: Executor, query: SQL): Promise<Row> {
  const { rows } = await executor.execute(query);
  const [row] = rows;
  if (!row) throw new Error('A query that answers one row answered none');
  return row as Row;
}

/** Counts the matches and puts them into order, unless there are more than `most`. */
async function rankFew(
  executor: Executor,
  tiers: readonly string[],
  { offset, size }: Window,
  most: number,
): Promise<{ found: number; ids: string[] | null }> {
  return onlyRow(
    executor,
    sql`with matching as materialized (
        select gpt_id, chats${tiers.length > 1 ? sql`, words` : sql``} from gpt_search
        where shown and words @@ ${tiers.at(-1)}::tsquery limit ${most + 1}
      ), counted as materialized (select count(*)::integer as found from matching)
      select found, case when found <= ${most} then array(
        select gpt_id from matching order by ${tierOf(tiers)}, ${mostChatsFirst} limit ${size} offset ${offset}
      ) end as ids from counted`,
  );
}

async function rankMany(
  executor: Executor,
  tiers: readonly string[],
  window: Window,
): Promise<string[]> {
  const last = tiers.at(-1) ?? '';
  if (tiers.length === 1) return mostPopular(executor, last, window);
  const wanted = window.offset + window.size;
  const ids = await rankBetter(executor, tiers.slice(0, -1), wanted);
  if (ids.length < wanted) {
    const others = allOf([last, `!(${tiers.at(-2)})`]);
    const rest = { offset: 0, size: wanted - ids.length };
    ids.push(...(await mostPopular(executor, others, rest)));
  }
  return ids.slice(window.offset);
}

/** The first matches of the better tiers; a tier is looked at only when those before it leave room. */
async function rankBetter(
  executor: Executor,
  tiers: readonly string[],
  wanted: number,
): Promise<string[]> {
  const steps = tiers.map((tier, index) => {
    const only = index === 0 ? tier : allOf([tier, `!(${tiers[index - 1]})`]);
    const before = index === 0 ? sql`array[]::text[]` : sql`(select ids from ${step(index - 1)})`;
    return sql`${step(index)} as materialized (
      select case when cardinality(before.ids) < ${wanted} then before.ids || array(
        select gpt_id from gpt_search where shown and words @@ ${only}::tsquery
        order by ${mostChatsFirst} limit ${wanted} - cardinality(before.ids)
      ) else before.ids end as ids from (select ${before} as ids) before
    )`;
  });
  const { ids } = await onlyRow<{ ids: string[] }>(
    executor,
    sql`with ${sql.join(steps, sql`, `)} select ids from ${step(tiers.length - 1)}`,
  );
  return ids;
}

function step(index: number): SQL {
  return sql.raw(`step_${index}`);
}

/**
 * The most popular of many matches: common ones are soon met among the most popular GPTs of all; all others are sorted.
 * Whichever costs less is done.
 */
async function mostPopular(
  executor: Executor,
  query: string,
  { offset, size }: Window,
): Promise<string[]> {
  const wanted = offset + size;
  const sample = await takeSample(executor, query);
  if (sample.ids.length >= wanted) return sample.ids.slice(offset, wanted);
  const share = sample.ids.length / sampleSize;
  const lookedAt = wanted / share;
  if (lookCost * lookedAt < share * sample.gpts) {
    const popular = await idsOf(
      executor,
      sql`${amongPopular(query, Math.ceil(1.5 * lookedAt))} limit ${size} offset ${offset}`,
    );
    if (popular.length === size) return popular;
  }
  return idsOf(
    executor,
    sql`select gpt_id as id from gpt_search where shown and words @@ ${query}::tsquery
      order by ${mostChatsFirst} limit ${size} offset ${offset}`,
  );
}

/** The matches among the most popular GPTs, in their order, and roughly how many GPTs there are. */
async function takeSample(
  executor: Executor,
  query: string,
): Promise<{ ids: string[]; gpts: number }> {
  return onlyRow(
    executor,
    sql`select array(${amongPopular(query, sampleSize)}) as ids, reltuples::float8 as gpts
      from pg_class where oid = 'gpt_search'::regclass`,
  );
}

/** The ids of the matches among so many of the most popular GPTs, in their order. */
function amongPopular(query: string, lookedAt: number): SQL {
  return sql`select popular.id from (
      select ${gpt.id}, coalesce(${gpt.elsewhereChats}, 0) + ${gpt.ownChats} as chats
      from ${gpt} where ${isShownGpt} order by ${byPopularity} limit ${lookedAt}
    ) popular cross join lateral (
      select from gpt_search where gpt_id = popular.id and words @@ ${query}::tsquery offset 0
    ) matching order by popular.chats desc, popular.id collate "C"`;
}

async function idsOf(executor: Executor, query: SQL): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/** The number of the first tier that finds the row. */
function tierOf(tiers: readonly string[]): SQL {
  const cases = tiers
    .slice(0, -1)
    .map((tier, index) => sql`when words @@ ${tier}::tsquery then ${sql.raw(String(index))}`);
  if (cases.length === 0) return sql`0::integer`;
  return sql`case ${sql.join(cases, sql.raw(' '))} else ${sql.raw(String(tiers.length))} end`;
}
