import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Everything that happened to one account, for an operator. Raw, because it is one union of many tables. Each part reads
 * its newest rows only. No part reads texts of the user: no questions, messages or reviews.
 */

/**
 * The parts of a timeline by their names. Each selects a time, an id that is its own in the part, and what is known of
 * it; `$1` is the user.
 */
const parts: Readonly<Record<string, string>> = {
  account: `select created, id, jsonb_build_object('opened', true, 'language', language, 'start_withheld', start_withheld)
    from app_user where id = $1`,
  invitation: `select used, batch_id, jsonb_build_object('batch', batch_id) from invitation where used_by = $1`,
  google: `select created, md5(issuer || ' ' || subject), jsonb_build_object('issuer', issuer) from identity where user_id = $1`,
  'sign-in': `select i.created, i.id, jsonb_build_object('way', way, 'browser', i.browser, 'system', i.system,
      'network', i.network, 'used', s.used)
    from sign_in i left join session s on s.id = i.id where i.user_id = $1`,
  question: `select a.created, a.id, jsonb_build_object('answer', a.id, 'model', a.model, 'gpt', a.gpt_id, 'price', a.price,
      'charged', a.charged, 'state', a.state, 'reason', a.reason)
    from answer a where a.user_id = $1`,
  ledger: `select created, id, jsonb_build_object('kind', kind, 'change', balance_change, 'held', nullif(held_change, 0),
      'frozen', nullif(frozen_change, 0), 'reason', reason, 'source', source_type || ' ' || source_id)
    from ledger_entry where user_id = $1 and kind not in ('hold', 'settle', 'release')`,
  order: `select created, id, jsonb_build_object('order', id, 'kind', kind, 'product', product, 'amount', amount,
      'currency', currency, 'state', state, 'failure', failure)
    from payment_order where user_id = $1`,
  payment: `select paid, id, jsonb_build_object('order', id, 'amount', coalesce(paid_amount, amount),
      'currency', coalesce(paid_currency, currency), 'method', method, 'payment', payment_id,
      'receipt', receipt_number, 'returned', nullif(returned, 0))
    from payment_order where user_id = $1 and paid is not null`,
  refund: `select created, id, jsonb_build_object('order', order_id, 'refund', id, 'amount', amount, 'currency', currency,
      'state', state, 'by', refunded_by, 'problem', problem)
    from payment_refund where user_id = $1`,
  dispute: `select coalesce(opened, created), method || ' ' || provider_id, jsonb_build_object('order', order_id, 'dispute', provider_id,
      'amount', amount, 'state', state)
    from payment_dispute where user_id = $1`,
  withdrawal: `select received, id, jsonb_build_object('order', order_id, 'outcome', outcome)
    from order_withdrawal where user_id = $1`,
  plan: `select created, id, jsonb_build_object('subscription', provider_id, 'product', product, 'method', method,
      'state', state, 'until', period_ends, 'ends', case when ends_at_period_end or leaving = 'ending' then true end)
    from subscription where user_id = $1`,
  cancellation: `select received, id, jsonb_build_object('kind', kind, 'state', state)
    from plan_cancellation where user_id = $1`,
  code: `select redeemed, 'gift ' || id, jsonb_build_object('batch', batch_id, 'credits', credits, 'product', product)
    from redemption_code where redeemed_by = $1
    union all select used, 'discount ' || id, jsonb_build_object('batch', batch_id, 'percent_off', percent_off, 'order', order_id)
    from discount_code where used_by = $1`,
  mail: `select mailed, 'money ' || id, jsonb_build_object('about', kind, 'cause', cause)
    from money_mail where user_id = $1 and mailed is not null
    union all select mailed, 'plan ' || id, jsonb_build_object('about', 'plan ' || kind)
    from plan_reminder where user_id = $1 and mailed is not null
    union all select mailed, 'deletion', jsonb_build_object('about', 'deletion')
    from account_deletion where user_id = $1 and mailed is not null
    union all select mailed, 'cancellation ' || id, jsonb_build_object('about', 'cancellation')
    from plan_cancellation where user_id = $1 and mailed is not null
    union all select mailed, 'withdrawal ' || id, jsonb_build_object('about', 'withdrawal')
    from order_withdrawal where user_id = $1 and mailed is not null
    union all select answered, 'answer ' || id, jsonb_build_object('about', 'answer to ' || reference)
    from support_request where user_id = $1 and answered is not null
    union all select created, 'operator ' || id, jsonb_build_object('about', 'from an operator', 'id', id, 'subject', subject,
      'accepted', mailed is not null)
    from operator_mail where user_id = $1`,
  support: `select created, id, jsonb_build_object('reference', reference, 'topic', topic, 'answered', answered,
      'closed', closed)
    from support_request where user_id = $1`,
  report: `select created, id, jsonb_build_object('about', subject_type || ' ' || subject_id, 'reason', reason,
      'handled', handled)
    from report where user_id = $1`,
  review: `select created, id, jsonb_build_object('gpt', gpt_id, 'rating', rating, 'hidden', hidden)
    from review where user_id = $1`,
  'sharing post': `select sent, id, jsonb_build_object('post', id, 'event', event, 'state', state, 'reason', reason)
    from sharing_post where user_id = $1`,
  'shared link': `select s.created, s.id, jsonb_build_object('share', s.id, 'revoked', s.revoked)
    from conversation_share s join conversation c on c.id = s.conversation_id where c.user_id = $1`,
  deletion: `select requested, user_id, jsonb_build_object('due', due) from account_deletion where user_id = $1`,
  operator: `select created, id, jsonb_build_object('action', action, 'by', by, 'reason', reason,
      'details', nullif(details - 'reason', '{}'))
    from audit_entry
    where subject = $1::text or subject in (select id::text from payment_order where user_id = $1::uuid)
      or subject in (select reference from support_request where user_id = $1::uuid)
      or subject in (select 'post ' || id from sharing_post where user_id = $1::uuid)
      or subject in (select id::text from review where user_id = $1::uuid)`,
};

/** Whether a happening comes after the position: the newest time first, then kinds and ids in their order. */
const isAfter = (kind: string) => `at <= $2::timestamptz and (at < $2::timestamptz
  or (${kind}, id collate "C") > ($4::text collate "C", $5::text collate "C"))`;

const union = Object.entries(parts)
  .map(
    ([kind, rows]) =>
      `(select at, '${kind}' as kind, id, facts
        from (select at, id::text, facts from (${withTypedUser(rows)}) as part (at, id, facts)) as part
        where ${isAfter(`'${kind}' collate "C"`)} order by at desc, id collate "C" limit $3)`,
  )
  .join(' union all ');

const statement: Statement = {
  name: 'read_timeline',
  text: `select at, kind, jsonb_strip_nulls(facts) as facts, id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
    from (${union}) as timeline order by at desc, kind collate "C", id collate "C" limit $3`,
};

const happening = {
  at: appUser.created,
  /** For example `order`. */
  kind: z.string(),
  facts: z.record(z.string(), z.unknown()),
};
export type Happening = RowOf<typeof happening>;

/**
 * A place in a timeline: before all happenings of a time; with kind and id, behind that happening of it. Times have
 * microseconds, as the database has them: with milliseconds, happenings of the same one would be lost between two pages.
 */
export type TimelinePosition = { time: string; kind?: string; id?: string };

const placed = { ...happening, id: z.string(), time: z.string() };

/**
 * Returns what happened to an account after a position, the newest first, and the position behind the last of it if
 * there is more.
 */
export async function readTimeline(
  executor: Executor,
  userId: string,
  { after: { time, kind, id }, limit }: { after: TimelinePosition; limit: number },
): Promise<{ timeline: Happening[]; next: TimelinePosition | undefined }> {
  const values = [userId, time, limit + 1, kind ?? null, id ?? null];
  const found = await run(executor, statement, values, placed);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    timeline: shown.map(({ at, kind, facts }) => ({ at, kind, facts })),
    next: last && { time: last.time, kind: last.kind, id: last.id },
  };
}

/** Names the type of the user in each place: PostgreSQL cannot know it where only a text is compared. */
function withTypedUser(rows: string): string {
  return rows.replaceAll(/\$1(?!::)/g, '$1::uuid');
}
