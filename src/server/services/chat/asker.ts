import type { ChatSettings } from '#contract/chatSettings.ts';
import { type Product, type Tier, tierOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { AppError } from '#server/errors.ts';
import { readSettings } from '#server/services/chatSettings/readSettings.ts';

/** One send, under the caller's id, with the digest of what was asked under it. */
export type Send = { userId: string; requestId: string; digest: string };

export type Asker = {
  tier: Tier;
  settings: ChatSettings;
  /** The answer, where this was sent before. */
  asked: string | undefined;
};

type AskerRow = {
  products: Product[];
  settings: Partial<ChatSettings> | null;
  id: string | null;
  digest: string | null;
};

const asking: Statement = {
  name: 'read_asker',
  text: `select
      array(select distinct product from credit_lot where user_id = $1 and product is not null
        and (ends > $3 or ends is null and remaining > 0)) as products,
      (select settings from chat_setting where user_id = $1) as settings,
      answer.id, answer.request_digest as digest
    from (select) one left join answer on answer.user_id = $1 and answer.request_id = $2`,
};

/** What asking needs to know of a user, in one query; products as in `ownedProducts`. Throws `request_id_reused`. */
export async function readAsker(query: Executor, send: Send, now: Date): Promise<Asker> {
  const [row] = await run<AskerRow>(query, asking, [send.userId, send.requestId, now]);
  return {
    tier: tierOf(row?.products ?? []),
    settings: readSettings(row?.settings),
    asked: row?.id ? joined(send, row.id, row.digest) : undefined,
  };
}

type AnswerRow = {
  id: string;
  requestId: string;
  digest: string;
  state: string;
  conversationId: string;
};

const reading: Statement = {
  name: 'read_answers',
  text: `select id, request_id as "requestId", request_digest as digest, state, conversation_id as "conversationId"
    from answer where user_id = $1 and (request_id = $2 or state = 'running')`,
};

/**
 * The answer to what was sent before under this id, and the conversations in which the user has a running answer: true
 * until the transaction ends, when the user's balance is locked. Throws `request_id_reused`.
 */
export async function readAnswers(
  transaction: Executor,
  send: Send,
): Promise<{ asked: string | undefined; running: string[] }> {
  const rows = await run<AnswerRow>(transaction, reading, [send.userId, send.requestId]);
  const asked = rows.find(({ requestId }) => requestId === send.requestId);
  return {
    asked: asked && joined(send, asked.id, asked.digest),
    running: rows.flatMap((row) => (row.state === 'running' ? row.conversationId : [])),
  };
}

function joined(send: Send, answerId: string, digest: string | null): string {
  if (digest === send.digest) return answerId;
  throw new AppError('request_id_reused', 'request_id: was used for another question');
}
