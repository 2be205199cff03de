import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Vote } from '#domain/chat/votes.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

/* Raw, because a vote is stored from the answer that it names in one statement, and counted for two groups at once. */

/** Stores a user's vote on an ended answer. Returns whether there is such an answer. */
export async function storeVote(
  executor: Executor,
  userId: string,
  answerId: string,
  vote: Vote,
): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`
    insert into answer_vote (answer_id, user_id, vote, model, gpt_id)
    select a.id, a.user_id, ${vote}, a.model, a.gpt_id
    from answer a join conversation c on c.id = a.conversation_id
    where a.id = ${answerId} and a.user_id = ${userId} and a.state <> 'running' and c.deleted is null
    on conflict (answer_id) do update set vote = excluded.vote, created = now()`);
  return (rowCount ?? 0) > 0;
}

const voteCount = { group: z.string(), name: z.string(), up: z.number(), down: z.number() };

type VoteCount = RowOf<typeof voteCount>;

/** Counts the votes of the last days by model and by GPT, those with the most votes first. */
export async function countVotes(executor: Executor, days: number): Promise<VoteCount[]> {
  const { rows } = await executor.execute(sql`
    select voted.group, voted.name, count(*) filter (where vote = 'up')::integer as up,
      count(*) filter (where vote = 'down')::integer as down
    from answer_vote v
      left join gpt g on g.id = v.gpt_id
      cross join lateral (values ('model', v.model), ('gpt', v.gpt_id || ' ' || g.name)) voted ("group", name)
    where v.created > now() - make_interval(days => ${days}) and voted.name is not null
    group by 1, 2 order by 1 desc, count(*) desc, 2`);
  return parseRows(voteCount, rows);
}
