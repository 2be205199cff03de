import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type Uses, addUses, counted } from '#server/db/queries/rateLimits.ts';
import { type RowOf, listOf, orNull } from '#server/db/rawRows.ts';
import { answer } from '#server/db/schema/chat.ts';
import { customInstruction, memoryLine } from '#server/db/schema/personalTexts.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Everything that a question needs to know of its sender. Raw and prepared: one statement that also counts the question,
 * because every round trip delays the answer (docs/decisions/014-the-relay.md).
 */

const senderRow = {
  /** Plans that run now. */
  products: listOf(planTerm.product),
  /** Whether a plan owes credits that no job has granted yet. */
  isLotDue: z.boolean(),
  /** As they are stored: to be parsed. */
  settings: z.nullable(z.record(z.string(), z.unknown())),
  /** The limits that the user has set, if any. */
  limits: z.nullable(z.object({ day: z.nullable(z.number()), month: z.nullable(z.number()) })),
  aboutMe: orNull(customInstruction.aboutMe),
  howToAnswer: orNull(customInstruction.howToAnswer),
  /** The lines to remember, oldest first. */
  memory: listOf(memoryLine.text),
  /** The answer of the request, where it was sent before. */
  id: orNull(answer.id),
  digest: orNull(answer.requestDigest),
  counted: z.array(z.object(counted)),
  /** The end of the first of `freeStops` free stops within a day. */
  firstOfFreeStops: answer.ended,
};

export type SenderRow = RowOf<typeof senderRow>;

const statement: Statement = {
  name: 'read_sender',
  text: `with counted as (
      ${addUses('not exists (select from answer where user_id = $5 and request_id = $6)')}
    )
    select
      array(select distinct product from plan_term where user_id = $5 and starts <= $7 and ends > $7) as products,
      exists(select from plan_term where user_id = $5 and next_lot <= $7) as "isLotDue",
      (select settings from chat_setting where user_id = $5) as settings,
      (select json_build_object('day', per_day, 'month', per_month) from credit_limit
        where user_id = $5 and num_nonnulls(per_day, per_month) > 0) as limits,
      own.about_me as "aboutMe", own.how_to_answer as "howToAnswer",
      array(select text from memory_line where user_id = $5 order by created, id) as memory,
      answer.id, answer.request_digest as digest,
      (select coalesce(json_agg(counted), '[]') from counted) as counted,
      (select ended from answer where user_id = $5 and reason = 'stopped_before_output'
        and ended > $7::timestamptz - interval '1 day'
        order by ended desc offset $8::integer - 1 limit 1) as "firstOfFreeStops"
    from (select) one
      left join custom_instruction own on own.user_id = $5
      left join answer on answer.user_id = $5 and answer.request_id = $6`,
};

/** Reads the sender of a request, and counts it under `uses` unless it was sent before. */
export async function readSender(
  executor: Executor,
  request: { userId: string; requestId: string },
  uses: Uses,
  { now, freeStops }: { now: Date; freeStops: number },
): Promise<SenderRow> {
  const counting = [1, uses.keys, uses.milliseconds, uses.now];
  const values = [...counting, request.userId, request.requestId, now, freeStops];
  const [row] = await run(executor, statement, values, senderRow);
  if (!row) throw new Error('The sender was not read');
  return row;
}
