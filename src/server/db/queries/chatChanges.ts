import type { Executor } from '#server/db/connect.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/*
 * Raw and prepared, because it runs for every question and answer, and one statement reads the rows and notifies.
 */

/**
 * The channel of changes of conversations. Its payload has a line for each: user, type, conversation, answer, vote. The
 * last ones may be missing.
 */
export const changeChannel = 'chat_change';

const statement: Statement = {
  name: 'notify_answer_changes',
  text: `select pg_notify('${changeChannel}', string_agg(concat_ws(' ', user_id, $2::text, conversation_id, id), E'\n'))
    from answer where id = any($1::uuid[])
      and not (select temporary from conversation where conversation.id = answer.conversation_id)
    having count(*) > 0`,
};

/** Most answers that one notification names, because PostgreSQL allows 8,000 bytes in it. */
const answersPerNotification = 60;

/** Notifies all servers that these answers began or ended, except those in temporary conversations, which are in no list. */
export async function notifyAnswerChanges(
  executor: Executor,
  type: 'asked' | 'ended',
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += answersPerNotification) {
    await execute(executor, statement, [ids.slice(start, start + answersPerNotification), type]);
  }
}

const voteStatement: Statement = {
  name: 'notify_vote',
  text: `select pg_notify('${changeChannel}',
      concat_ws(' ', answer.user_id, 'voted', answer.conversation_id, answer.id, answer_vote.vote))
    from answer left join answer_vote on answer_vote.answer_id = answer.id
    where answer.id = $1 and answer.user_id = $2
      and not (select temporary from conversation where conversation.id = answer.conversation_id)`,
};

/**
 * Notifies all servers of the stored vote on an answer of this user, or that there is none, except in a temporary
 * conversation.
 */
export async function notifyVote(
  executor: Executor,
  userId: string,
  answerId: string,
): Promise<void> {
  await execute(executor, voteStatement, [answerId, userId]);
}
