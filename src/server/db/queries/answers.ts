import * as z from 'zod/mini';
import type { AnswerEnd } from '#contract/chat/chat.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type SearchedText, upsertWords } from '#server/db/queries/conversationSearch.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import { answer } from '#server/db/schema/chat.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Running answers: their events and their end. Raw and prepared, as questions are (`questions.ts`): each is one statement
 * of several tables, because many answers run and end at the same time on one server.
 */

const readStatement: Statement = {
  name: 'read_answers',
  text: `select exists (select from account_block where user_id = $1) as "isBlocked",
      coalesce((select json_agg(json_build_object('id', id, 'requestId', request_id,
          'requestDigest', request_digest, 'state', state, 'conversationId', conversation_id, 'ownerId', owner_id))
        from answer where user_id = $1 and (request_id = $2 or state = 'running')), '[]') as answers`,
};

const { id, userId, conversationId, messageId } = answer;
const knownAnswer = z.object({
  id: z.string(),
  requestId: z.string(),
  requestDigest: z.string(),
  state: z.string(),
  conversationId: z.string(),
  ownerId: z.string(),
});
const questioner = { isBlocked: z.boolean(), answers: z.array(knownAnswer) };

/** Returns a user's running answers and the answer of a request, and whether an operator has blocked the user. */
export async function readRunningAndRequested(
  executor: Executor,
  userId: string,
  requestId: string,
): Promise<RowOf<typeof questioner>> {
  const [row] = await run(executor, readStatement, [userId, requestId], questioner);
  if (!row) throw new Error('The answers were not read');
  return row;
}

/** The share lock makes a reaper wait for this statement, and this statement see what the reaper did. */
const eventsStatement: Statement = {
  name: 'store_events',
  text: `with owned as (
      select id from answer where id = any($2::uuid[]) and owner_id = $1 and state = 'running' for share
    ), stored as (
      insert into answer_event (answer_id, number, event)
      select answer_id, number, event
      from json_to_recordset($3::json) as e(answer_id uuid, number integer, event jsonb)
      join owned on owned.id = e.answer_id
      on conflict do nothing
    )
    select id::text from owned`,
};

/**
 * Stores events of a server's answers: JSON of a list of `{answer_id, number, event}`. Returns the ids of the answers that
 * the server owns; events of others are not stored.
 */
export async function insertEvents(
  executor: Executor,
  ownerId: string,
  answerIds: readonly string[],
  events: string,
): Promise<Set<string>> {
  const owned = await run(executor, eventsStatement, [ownerId, answerIds, events], { id });
  return new Set(owned.map(({ id }) => id));
}

const claimStatement: Statement = {
  name: 'claim_answer',
  text: `update answer set state = $3, reason = $4, charged = case when $5::boolean then price else 0 end,
      truncated = $6, input_tokens = $7, output_tokens = $8, upstream = coalesce($9, upstream),
      asked = $10, first_text = $11, ended = $12,
      thoughts = nullif(coalesce($13, (select string_agg(event->>'text', '' order by number) from answer_event
        where answer_id = $1 and event->>'type' = 'thought')), '')
    where id = $1 and owner_id = $2 and state = 'running'
    returning id, user_id as "userId", conversation_id as "conversationId", message_id as "messageId", price, charged`,
};

const { price, charged } = answer;

/** An answer that is being closed. */
const claimedAnswer = { id, userId, conversationId, messageId, price, charged };
export type ClaimedAnswer = RowOf<typeof claimedAnswer>;

/** The end of an answer. Fields that are `undefined` are not known. */
export type Claim = Pick<typeof answer.$inferSelect, 'id' | 'ownerId' | 'state' | 'reason'> & {
  /** Whether its price is charged. */
  isCharged: boolean;
  truncated: boolean;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  /** The upstream that answered; `undefined` leaves the one that was to be asked. */
  upstream: string | undefined;
  asked: Date | undefined;
  firstText: Date | undefined;
  ended: Date;
  /** `undefined`: those of the stored events. */
  thoughts: string | undefined;
};

/** Ends an answer that runs on this server. Returns `undefined` when another call has ended it. */
export async function claimAnswer(
  transaction: Executor,
  claim: Claim,
): Promise<ClaimedAnswer | undefined> {
  const { id, ownerId, state, reason, isCharged, truncated, inputTokens, outputTokens } = claim;
  const how = [state, reason, isCharged, truncated, inputTokens, outputTokens, claim.upstream];
  const times = [claim.asked, claim.firstText, claim.ended];
  const values = [id, ownerId, ...how, ...times, claim.thoughts];
  const [claimed] = await run(transaction, claimStatement, values, claimedAnswer);
  return claimed;
}

/**
 * The text, its words, the events that are not stored yet and the last one. The provider's costs of the day are nearly
 * the last lock of the transaction, because many answers end at once.
 */
const endStatement: Statement = {
  name: 'store_end',
  text: `with stored as (
      update message set text = $2 where id = $1
    ), searched as (
      ${upsertWords('$4')}
    ), notified as (
      insert into answer_event (answer_id, number, event)
      select $5::uuid, number, event from json_to_recordset($6::json) as e(number integer, event jsonb)
      on conflict do nothing
    ), ended as (
      insert into answer_event (answer_id, number, event)
      select $5::uuid, greatest(coalesce(max(number), 0), $7::integer) + 1, $8::jsonb
      from answer_event where answer_id = $5::uuid
    ), cost as (
      insert into answer_cost (answer_id, ended, model, is_gpt, upstream, state, charged, input_tokens, output_tokens,
        estimated, cost)
      select a.id, $14::timestamptz, a.model, a.gpt_id is not null, a.upstream, a.state, a.charged, a.input_tokens,
        a.output_tokens, $13::boolean, $12::bigint + $15::bigint
      from answer a where a.id = $5::uuid
    ), spent as (
      insert into provider_spend as old (provider, day, shard, micros)
      select $9::text, $10::date, $11::smallint, $12::bigint where $12::bigint > 0 and $9::text is not null
      on conflict (provider, day, shard) do update set micros = old.micros + excluded.micros
    )
    update conversation set updated = now() where id = $3::uuid
    returning not counted and gpt_id is not null
      and gpt_id is not distinct from (select gpt_id from answer where id = $5::uuid) as "mayCount"`,
};

/** The costs of an answer, in micro-USD. */
export type AnswerCosts = {
  /** `undefined` without an answer. */
  provider: string | undefined;
  day: Day;
  /** The row of the provider and the day to which the cost is added. */
  shard: number;
  /** The amount that the provider takes; `undefined` if unknown. */
  cost: number | undefined;
  isEstimated: boolean;
  ended: Date;
  /** Costs of other providers, which are counted for their caps already. */
  extraCost: number;
};

/** The content of an answer at its end. */
export type AnswerContent = {
  text: string;
  words: readonly SearchedText[];
  /** The events that are not stored yet, in order. */
  events: readonly { number: number; event: unknown }[];
  end: AnswerEnd;
};

/** Stores the content and the costs of an answer that was claimed. Returns whether its conversation may count for a GPT. */
export async function storeEnd(
  transaction: Executor,
  { id, messageId, conversationId }: ClaimedAnswer,
  { text, words, events, end }: AnswerContent,
  costs: AnswerCosts,
): Promise<boolean> {
  const content = [messageId, text, conversationId, JSON.stringify(words)];
  const rows = events.map(({ number, event }) => ({ number, event }));
  const notified = [id, JSON.stringify(rows), events.at(-1)?.number ?? 0, JSON.stringify(end)];
  const { provider, day, shard, cost, isEstimated, ended, extraCost } = costs;
  const spent = [provider, day, shard, cost, isEstimated, ended, extraCost];
  const values = [...content, ...notified, ...spent];
  const [row] = await run(transaction, endStatement, values, { mayCount: z.boolean() });
  return row?.mayCount ?? false;
}
