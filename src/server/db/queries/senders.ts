import type { Executor } from '#server/db/connect.ts';
import { type Counted, type Uses, addUses } from '#server/db/queries/rateLimits.ts';
import type { answer } from '#server/db/schema/chat.ts';
import type { planTerm } from '#server/db/schema/credits.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Everything that a question needs to know of its sender. Raw and prepared: one statement that also counts the question,
 * because every round trip delays the answer (docs/decisions/014-the-relay.md).
 */

export type SenderRow = {
  /** Plans that run now. */
  products: (typeof planTerm.$inferSelect.product)[];
  /** Whether a plan owes credits that no job has granted yet. */
  isLotDue: boolean;
  /** As they are stored: to be parsed. */
  settings: object | null;
  /** The answer of the request, where it was sent before. */
  id: typeof answer.$inferSelect.id | null;
  digest: string | null;
  counted: Counted[];
  /** The end of the first of `freeStops` free stops within a day. */
  firstOfFreeStops: Date | null;
};

const statement: Statement = {
  name: 'read_sender',
  text: `with counted as (
      ${addUses('not exists (select from answer where user_id = $5 and request_id = $6)')}
    )
    select
      array(select distinct product from plan_term where user_id = $5 and starts <= $7 and ends > $7) as products,
      exists(select from plan_term where user_id = $5 and next_lot <= $7) as "isLotDue",
      (select settings from chat_setting where user_id = $5) as settings,
      answer.id, answer.request_digest as digest,
      (select coalesce(json_agg(counted), '[]') from counted) as counted,
      (select ended from answer where user_id = $5 and reason = 'stopped_before_output'
        and ended > $7::timestamptz - interval '1 day'
        order by ended desc offset $8::integer - 1 limit 1) as "firstOfFreeStops"
    from (select) one left join answer on answer.user_id = $5 and answer.request_id = $6`,
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
  const [row] = await run<SenderRow>(executor, statement, values);
  if (!row) throw new Error('The sender was not read');
  return row;
}
