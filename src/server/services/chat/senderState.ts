import type { ChatSettings } from '#contract/chatSettings.ts';
import { freeStopsPerDay } from '#domain/chat.ts';
import { type Product, type Tier, tierOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { AppError } from '#server/errors.ts';
import { type Counted, type Uses, countingPart } from '#server/services/limits/rateLimitTable.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { readSettings } from '#server/services/chatSettings/readSettings.ts';

/** One send, under the caller's id, with the digest of what was asked under it. */
export type Send = { userId: string; requestId: string; digest: string };

export type SenderState = {
  tier: Tier;
  /** Whether the user's plan owes credits that no job has granted yet. */
  isLotDue: boolean;
  settings: ChatSettings;
  /** The answer, where this was sent before. */
  asked: string | undefined;
  counted: readonly Counted[];
  /** When the first of as many answers as may be stopped before output in a day was, if there are so many. */
  firstOfFreeStops: Date | undefined;
};

type SenderRow = {
  /** Plans that run now. */
  products: Product[];
  isLotDue: boolean;
  settings: Partial<ChatSettings> | null;
  id: string | null;
  digest: string | null;
  counted: Counted[];
  firstOfFreeStops: Date | null;
};

const asking: Statement = {
  name: 'read_sender',
  text: `with counted as (
      ${countingPart('not exists (select from answer where user_id = $5 and request_id = $6)')}
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

/**
 * The state of a user that a question needs, in one query, which also counts the question where it was not sent before.
 * Throws `request_id_reused`.
 */
export async function readSenderState(
  query: Executor,
  send: Send,
  uses: Uses,
  now: Date,
): Promise<SenderState> {
  const counting = [1, uses.keys, uses.milliseconds, uses.now];
  const values = [...counting, send.userId, send.requestId, now, freeStopsPerDay];
  const [row] = await run<SenderRow>(query, asking, values);
  return {
    counted: row?.counted ?? [],
    firstOfFreeStops: row?.firstOfFreeStops ?? undefined,
    tier: tierOf(row?.products ?? []),
    isLotDue: row?.isLotDue ?? false,
    settings: readSettings(row?.settings),
    asked: row?.id ? joined(send, row.id, row.digest) : undefined,
  };
}

/** A conversation in which the user has a running answer, and whether a media job makes it. */
export type RunningAnswer = { conversationId: string; isMedia: boolean };

type AnswerRow = {
  id: string;
  ownerId: string;
  requestId: string;
  digest: string;
  state: string;
  conversationId: string;
};

const reading: Statement = {
  name: 'read_answers',
  text: `select id, request_id as "requestId", request_digest as digest, state,
      conversation_id as "conversationId", owner_id as "ownerId"
    from answer where user_id = $1 and (request_id = $2 or state = 'running')`,
};

/**
 * Returns the answer to what was sent before under this id, and the conversations in which the user has a running
 * answer: true until the transaction ends, when the user's balance is locked. Throws `request_id_reused`.
 */
export async function readAnswers(
  transaction: Executor,
  send: Send,
): Promise<{ asked: string | undefined; running: RunningAnswer[] }> {
  const answers = await run<AnswerRow>(transaction, reading, [send.userId, send.requestId]);
  const asked = answers.find(({ requestId }) => requestId === send.requestId);
  return {
    asked: asked && joined(send, asked.id, asked.digest),
    running: answers
      .filter(({ state }) => state === 'running')
      .map(({ conversationId, ownerId }) => ({
        conversationId,
        isMedia: ownerId === mediaOwnerId,
      })),
  };
}

function joined(send: Send, answerId: string, digest: string | null): string {
  if (digest === send.digest) return answerId;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}
