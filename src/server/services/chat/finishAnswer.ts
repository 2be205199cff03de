import type { AnswerEnd, FailureReason } from '#contract/chat.ts';
import type { MediaFile } from '#contract/media.ts';
import { dayOf } from '#domain/dates.ts';
import { providerOf } from '#domain/upstreamPrices.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { countConversation } from '#server/services/chat/countConversation.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';
import { storedText } from '#server/services/chat/storedText.ts';
import { findWords, markLexemes } from '#server/services/conversations/search/lexemes.ts';
import { releaseHold } from '#server/services/credits/release.ts';
import { settleHold } from '#server/services/credits/settle.ts';

/** Rows of a provider and a day, so that answers that end at once do not wait for each other. */
const spendRows = 8;

/** How a run ended. `charged` says whether it is paid for. */
export type Outcome = {
  state: AnswerEnd['state'];
  reason: FailureReason | null;
  charged: boolean;
  truncated: boolean;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** Whether the tokens are our estimate. */
  usageEstimated?: boolean | undefined;
  /** Micro-USD that the upstream takes; `undefined` where nobody knows. */
  cost?: number | undefined;
  /** Micro-USD that search engines took: part of what the answer cost, and counted for their own caps already. */
  extraCost?: number | undefined;
  /** The upstream that really answered; `undefined` leaves the one that was to be asked. */
  upstream?: string | undefined;
};

export type Ending = {
  answerId: string;
  ownerId: string;
  outcome: Outcome;
  /** Events that are not stored yet; the end follows them. */
  events: readonly NumberedEvent[];
  /** `undefined` for what the stored events hold: nobody adds to them once the answer is claimed. */
  text: string | undefined;
  /** The words of `text` (`findWords`); without them they are found here. */
  found?: readonly string[] | undefined;
  /** When its first text came; `undefined` where nobody knows. */
  firstText?: Date | undefined;
  /** When its model was asked, once it was its turn. */
  asked?: Date | undefined;
  now: Date;
  /** The files of a media model, for the last event. */
  media?: readonly MediaFile[];
  /** Part of the same transaction, once the answer is claimed. */
  within?: (transaction: Executor, claimed: Claimed) => Promise<void>;
  /** Called once the answer is claimed and everything is stored; what it throws rolls that back. */
  beforeCommit?: () => void;
};

/** The end of an answer that nobody finishes: what is stored of its text is kept, what it held is released. */
export const interruption: Pick<Ending, 'outcome' | 'events' | 'text'> = {
  outcome: { state: 'interrupted', reason: 'server_stopped', charged: false, truncated: false },
  events: [],
  text: undefined,
};

/** The answer that is being closed. */
export type Claimed = {
  id: string;
  userId: string;
  conversationId: string;
  messageId: string;
  charged: number;
};

const claiming: Statement = {
  name: 'claim_answer',
  text: `update answer set state = $3, reason = $4, charged = case when $5::boolean then price else 0 end,
      truncated = $6, input_tokens = $7, output_tokens = $8, upstream = coalesce($9, upstream),
      asked = $10, first_text = $11, ended = $12
    where id = $1 and owner_id = $2 and state = 'running'
    returning id, user_id as "userId", conversation_id as "conversationId", message_id as "messageId", charged`,
};

/**
 * The text, what it is found by, the events that are not stored yet and the last one. The provider's costs of the day
 * are the last lock of the transaction, or nearly: many answers end at once.
 */
const storing: Statement = {
  name: 'store_end',
  text: `with stored as (
      update message set text = $2 where id = $1
    ), searched as (
      insert into conversation_search (conversation_id, source_id, words)
      select $3::uuid, made.id, array_to_tsvector(made.lexemes)
      from jsonb_to_recordset($4::jsonb) made (id uuid, lexemes text[])
      on conflict (source_id) do update set words = excluded.words
    ), told as (
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
      select a.id, $14::timestamptz, a.model, c.gpt_id is not null, a.upstream, a.state, a.charged, a.input_tokens,
        a.output_tokens, $13::boolean, $12::bigint + $15::bigint
      from answer a join conversation c on c.id = a.conversation_id where a.id = $5::uuid
    ), spent as (
      insert into provider_spend as old (provider, day, shard, micros)
      select $9::text, $10::date, $11::smallint, $12::bigint where $12::bigint > 0 and $9::text is not null
      on conflict (provider, day, shard) do update set micros = old.micros + excluded.micros
    )
    update conversation set updated = now() where id = $3::uuid
    returning gpt_id is not null and not counted as "mayCount"`,
};

/**
 * Closes an answer: its last events, its text, settle or release, and what it counts for, in one transaction. The claim
 * is conditional, so of several who try, one wins. Returns the end event, or `undefined` for the others. Who wins calls
 * `notifyReaders`.
 */
export async function finishAnswer(
  database: Database,
  ending: Ending,
): Promise<AnswerEnd | undefined> {
  return database.transaction(async (transaction) => {
    const { outcome } = ending;
    const [claimed] = await run<Claimed>(transaction, claiming, claimOf(ending));
    if (!claimed) return undefined;
    await closeHold(transaction, claimed, outcome, ending.now);
    await ending.within?.(transaction, claimed);
    const text = ending.text ?? (await storedText(transaction, claimed.id));
    const media = ending.media && { media: [...ending.media] };
    const end = { ...toEndEvent(outcome, claimed.charged), ...media };
    const found = ending.found ?? (await findWords(text));
    const words = { text, found, events: ending.events, end, spend: spendOf(ending) };
    const { mayCount } = await storeEnd(transaction, claimed, words);
    if (outcome.charged && mayCount) await countConversation(transaction, claimed, ending.now);
    ending.beforeCommit?.();
    return end;
  });
}

/** The last event of an answer. */
export function toEndEvent({ state, reason, truncated }: Outcome, charged: number): AnswerEnd {
  return { type: 'end', state, reason, charged, truncated };
}

function claimOf({ answerId, ownerId, outcome, asked, firstText, now }: Ending): unknown[] {
  const { state, reason, charged, truncated, inputTokens, outputTokens, upstream } = outcome;
  const how = [state, reason, charged, truncated, inputTokens, outputTokens, upstream];
  return [answerId, ownerId, ...how, asked, firstText, now];
}

/** Provider, day and row of `provider_spend`, micro-USD, whether that is estimated, the moment, and what else it cost. */
function spendOf({ outcome, now }: Ending): unknown[] {
  const { upstream, cost, usageEstimated = false, extraCost = 0 } = outcome;
  const row = Math.floor(Math.random() * spendRows);
  return [upstream && providerOf(upstream), dayOf(now), row, cost, usageEstimated, now, extraCost];
}

async function closeHold(
  transaction: Executor,
  claimed: Claimed,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const source = { type: 'answer', id: claimed.id } as const;
  const reason = outcome.reason ?? `answer_${outcome.state}`;
  const closed = outcome.charged
    ? await settleHold(transaction, claimed.userId, source, reason)
    : await releaseHold(transaction, claimed.userId, source, reason, now);
  if (!closed) throw new Error('The hold of a running answer was closed already');
}

type LastWords = {
  text: string;
  found: readonly string[];
  events: Ending['events'];
  end: AnswerEnd;
  spend: unknown[];
};

/** Returns whether the conversation is one with a GPT that was not counted yet. */
async function storeEnd(
  transaction: Executor,
  { id, userId, messageId, conversationId }: Claimed,
  { text, found, events, end, spend }: LastWords,
): Promise<{ mayCount: boolean }> {
  const searched = text === '' ? [] : [{ id: messageId, lexemes: markLexemes(userId, found) }];
  const rows = events.map(({ number, event }) => ({ number, event }));
  const last = events.at(-1)?.number ?? 0;
  const said = [messageId, text, conversationId, JSON.stringify(searched)];
  const told = [id, JSON.stringify(rows), last, JSON.stringify(end)];
  const [row] = await run<{ mayCount: boolean }>(transaction, storing, [
    ...said,
    ...told,
    ...spend,
  ]);
  return { mayCount: row?.mayCount ?? false };
}
