import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Everything that happened to one account, for an operator. Raw, because it is one union of many tables. Each part reads
 * its newest rows only. No part reads texts of the user: no questions, messages or reviews.
 */

/** The parts of a timeline by their names. Each selects a time and what is known of it; `$1` is the user. */
const parts: Readonly<Record<string, string>> = {
  account: `select created, jsonb_build_object('opened', true, 'language', language, 'start_withheld', start_withheld)
    from app_user where id = $1`,
  invitation: `select used, jsonb_build_object('batch', batch_id) from invitation where used_by = $1`,
  google: `select created, jsonb_build_object('issuer', issuer) from identity where user_id = $1`,
  'sign-in': `select i.created, jsonb_build_object('way', way, 'browser', i.browser, 'system', i.system,
      'network', i.network, 'used', s.used)
    from sign_in i left join session s on s.id = i.id where i.user_id = $1`,
  question: `select a.created, jsonb_build_object('answer', a.id, 'model', a.model, 'gpt', c.gpt_id, 'price', a.price,
      'charged', a.charged, 'state', a.state, 'reason', a.reason)
    from answer a join conversation c on c.id = a.conversation_id where a.user_id = $1`,
  ledger: `select created, jsonb_build_object('kind', kind, 'change', balance_change, 'held', nullif(held_change, 0),
      'frozen', nullif(frozen_change, 0), 'reason', reason, 'source', source_type || ' ' || source_id)
    from ledger_entry where user_id = $1 and kind not in ('hold', 'settle', 'release')`,
  order: `select created, jsonb_build_object('order', id, 'kind', kind, 'product', product, 'amount', amount,
      'currency', currency, 'state', state, 'failure', failure)
    from payment_order where user_id = $1`,
  payment: `select paid, jsonb_build_object('order', id, 'amount', coalesce(paid_amount, amount),
      'currency', coalesce(paid_currency, currency), 'method', method, 'payment', payment_id,
      'receipt', receipt_number, 'returned', nullif(returned, 0))
    from payment_order where user_id = $1 and paid is not null`,
  refund: `select created, jsonb_build_object('order', order_id, 'refund', id, 'amount', amount, 'currency', currency,
      'state', state, 'by', refunded_by, 'problem', problem)
    from payment_refund where user_id = $1`,
  dispute: `select coalesce(opened, created), jsonb_build_object('order', order_id, 'dispute', provider_id,
      'amount', amount, 'state', state)
    from payment_dispute where user_id = $1`,
  withdrawal: `select received, jsonb_build_object('order', order_id, 'outcome', outcome)
    from order_withdrawal where user_id = $1`,
  plan: `select created, jsonb_build_object('subscription', provider_id, 'product', product, 'method', method,
      'state', state, 'until', period_ends, 'ends', case when ends_at_period_end or leaving = 'ending' then true end)
    from subscription where user_id = $1`,
  cancellation: `select received, jsonb_build_object('kind', kind, 'state', state)
    from plan_cancellation where user_id = $1`,
  code: `select redeemed, jsonb_build_object('batch', batch_id, 'credits', credits, 'product', product)
    from redemption_code where redeemed_by = $1
    union all select used, jsonb_build_object('batch', batch_id, 'percent_off', percent_off, 'order', order_id)
    from discount_code where used_by = $1`,
  mail: `select mailed, jsonb_build_object('about', kind, 'cause', cause)
    from money_mail where user_id = $1 and mailed is not null
    union all select mailed, jsonb_build_object('about', 'plan ' || kind)
    from plan_reminder where user_id = $1 and mailed is not null
    union all select mailed, jsonb_build_object('about', 'deletion')
    from account_deletion where user_id = $1 and mailed is not null
    union all select mailed, jsonb_build_object('about', 'cancellation')
    from plan_cancellation where user_id = $1 and mailed is not null
    union all select mailed, jsonb_build_object('about', 'withdrawal')
    from order_withdrawal where user_id = $1 and mailed is not null
    union all select answered, jsonb_build_object('about', 'answer to ' || reference)
    from support_request where user_id = $1 and answered is not null
    union all select created, jsonb_build_object('about', 'from an operator', 'id', id, 'subject', subject,
      'accepted', mailed is not null)
    from operator_mail where user_id = $1`,
  support: `select created, jsonb_build_object('reference', reference, 'topic', topic, 'answered', answered,
      'closed', closed)
    from support_request where user_id = $1`,
  report: `select created, jsonb_build_object('about', subject_type || ' ' || subject_id, 'reason', reason,
      'handled', handled)
    from report where user_id = $1`,
  review: `select created, jsonb_build_object('gpt', gpt_id, 'rating', rating, 'hidden', hidden)
    from review where user_id = $1`,
  'sharing post': `select sent, jsonb_build_object('post', id, 'event', event, 'state', state, 'reason', reason)
    from sharing_post where user_id = $1`,
  'shared link': `select s.created, jsonb_build_object('share', s.id, 'revoked', s.revoked)
    from conversation_share s join conversation c on c.id = s.conversation_id where c.user_id = $1`,
  deletion: `select requested, jsonb_build_object('due', due) from account_deletion where user_id = $1`,
  operator: `select created, jsonb_build_object('action', action, 'by', by, 'reason', reason,
      'details', nullif(details - 'reason', '{}'))
    from audit_entry
    where subject = $1::text or subject in (select id::text from payment_order where user_id = $1::uuid)
      or subject in (select reference from support_request where user_id = $1::uuid)
      or subject in (select 'post ' || id from sharing_post where user_id = $1::uuid)
      or subject in (select id::text from review where user_id = $1::uuid)`,
};

const union = Object.entries(parts)
  .map(
    ([kind, rows]) =>
      `(select at, '${kind}' as kind, facts from (${rows.replaceAll(/\$1(?!::)/g, '$1::uuid')}) as part (at, facts)
        where at < $2 order by at desc limit $3)`,
  )
  .join(' union all ');

const statement: Statement = {
  name: 'read_timeline',
  text: `select at, kind, jsonb_strip_nulls(facts) as facts from (${union}) as timeline order by at desc, kind limit $3`,
};

const happening = {
  at: appUser.created,
  /** For example `order`. */
  kind: z.string(),
  facts: z.record(z.string(), z.unknown()),
};
export type Happening = RowOf<typeof happening>;

/** Returns what happened to an account before a time, the newest first. */
export function readTimeline(
  executor: Executor,
  userId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<Happening[]> {
  return run(executor, statement, [userId, before, limit], happening);
}
