import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { UsageGroup, UsageRow } from '#domain/credits/creditUsage.ts';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';

/*
 * Raw, because the source of an entry is a text that is an answer's id for questions only, and the key of the groups is chosen.
 */

const usageRow = {
  key: z.nullable(z.string()),
  name: z.nullable(z.string()),
  questions: z.number(),
  credits: z.number(),
};

const groups: Readonly<Record<UsageGroup, { key: SQL; name: SQL }>> = {
  day: { key: sql`to_char(s.created at time zone 'UTC', 'YYYY-MM-DD')`, name: sql`null` },
  month: { key: sql`to_char(s.created at time zone 'UTC', 'YYYY-MM')`, name: sql`null` },
  gpt: { key: sql`a.gpt_id`, name: sql`g.name` },
  model: { key: sql`a.model`, name: sql`null` },
};

/** Most groups that have no order in time: more than anybody asks in a year, because the page adds them up. */
const groupsAtMost = 5_000;

/** Sums a user's charged questions since an instant, the group that cost most first. */
export async function sumUsage(
  executor: Executor,
  userId: string,
  by: UsageGroup,
  since: Date,
): Promise<UsageRow[]> {
  const { key, name } = groups[by];
  const limit = by === 'day' || by === 'month' ? sql`` : sql`limit ${groupsAtMost}`;
  const { rows } = await executor.execute(sql`
    select ${key} as key, ${name} as name, count(*)::integer as questions,
      sum(-s.held_change)::integer as credits
    from ledger_entry s
      left join answer a on a.id = case when s.source_type = 'answer' then s.source_id::uuid end
      left join gpt g on g.id = a.gpt_id
    where s.user_id = ${userId} and s.kind = 'settle' and s.created >= ${since.toISOString()}::timestamptz
    group by 1, 2 order by credits desc, key nulls last ${limit}`);
  return parseRows(usageRow, rows);
}
