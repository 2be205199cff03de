import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isRefill, newestRefill } from '#server/db/queries/creditLimits.ts';

/*
 * Raw, because mails are noted for everything that happened by one statement a kind (`insert … select … on conflict`). They
 * follow from the stored state and not from a call where it changes, so that no way by which money moves can forget its
 * mail, and a killed process leaves it to the next run.
 */

/** `isReal`: whether only real money counts, not that of the sandbox. */
export type NotedTime = { now: Date; isReal: boolean };

/** For this time what happened is noted. Older events were noted before, or are too old to be news. */
const oldest = (now: Date): SQL => sql`${now.toISOString()}::timestamptz - interval '30 days'`;

const isPaidBy = (method: SQL, isReal: boolean): SQL =>
  isReal ? sql`coalesce(${method}, '') not like 'sandbox%'` : sql`true`;

/** Notes fulfilled orders and renewals. */
export async function noteOrders(executor: Executor, { now, isReal }: NotedTime): Promise<void> {
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, order_id, product, amount, currency, ends)
    select user_id, case kind when 'renewal' then 'renewed' else 'ordered' end, id::text, id, product,
      coalesce(paid_amount, amount), currency, period_ends
    from payment_order o
    where fulfilled > ${oldest(now)} and ${isPaidBy(sql`method`, isReal)}
    on conflict do nothing`);
}

/** Notes orders whose payment failed and that were not paid otherwise. */
export async function noteFailedOrders(
  executor: Executor,
  { now, isReal }: NotedTime,
): Promise<void> {
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, order_id, product, amount, currency)
    select user_id, 'orderFailed', id::text, id, product, amount, currency
    from payment_order o
    where state = 'failed' and kind = 'purchase' and created > ${oldest(now)}
      and ${isPaidBy(sql`method`, isReal)}
    on conflict do nothing`);
}

/** Notes plans whose renewal was not paid, once for each period. */
export async function noteFailedRenewals(executor: Executor, { isReal }: NotedTime): Promise<void> {
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, product, amount, currency, ends)
    select user_id, 'renewalFailed', id || ':' || extract(epoch from period_starts)::bigint, product, amount,
      currency, period_ends
    from subscription
    where state = 'past_due' and leaving is null and ${isPaidBy(sql`method`, isReal)}
    on conflict do nothing`);
}

/** Notes refunds that the provider made. */
export async function noteRefunds(executor: Executor, { now, isReal }: NotedTime): Promise<void> {
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, order_id, product, amount, currency)
    select r.user_id, 'refunded', r.id::text, r.order_id, o.product, r.amount, r.currency
    from payment_refund r join payment_order o on o.id = r.order_id
    where r.state = 'succeeded' and r.finished > ${oldest(now)} and ${isPaidBy(sql`r.method`, isReal)}
    on conflict do nothing`);
}

/**
 * Notes plans that their user cancelled, once until they are resumed. A cancellation by the public form has a receipt of
 * its own, and the mail about a requested deletion names the plan.
 */
export async function noteCancellations(executor: Executor, { isReal }: NotedTime): Promise<void> {
  await executor.execute(sql`
    delete from money_mail m using subscription s
    where m.kind = 'planCancelled' and s.id::text = split_part(m.cause, ':', 1) and s.state = 'active'
      and not s.ends_at_period_end`);
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, product, ends)
    select user_id, 'planCancelled', id || ':' || extract(epoch from period_starts)::bigint, product, period_ends
    from subscription s
    where state = 'active' and ends_at_period_end and leaving is null and ${isPaidBy(sql`method`, isReal)}
      and not exists (select from plan_cancellation c where c.subscription_id = s.id and c.state = 'applied'
        and c.applied >= s.period_starts)
    on conflict do nothing`);
}

/**
 * Notes plans that have ended: renewing ones whose first payment was fulfilled, and prepaid or redeemed ones without a
 * later term. A plan is not over while its payment is disputed. A refund ends several terms of a plan at once.
 */
export async function noteEnds(executor: Executor, { now, isReal }: NotedTime): Promise<void> {
  const time = sql`${now.toISOString()}::timestamptz`;
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, product, ends)
    select user_id, 'planEnded', id::text, product, ended
    from subscription s
    where state = 'ended' and ended > ${oldest(now)} and ${isPaidBy(sql`method`, isReal)}
      and exists (select from payment_order o where o.subscription_id = s.id and o.fulfilled is not null)
      and not exists (select from plan_term t where t.user_id = s.user_id and t.ends > ${time}
        and t.lots_until is null)
      and not exists (select from subscription l where l.user_id = s.user_id and l.state <> 'ended')
    on conflict do nothing`);
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, product, ends)
    select user_id, 'planEnded', id::text, product, ends
    from plan_term as last
    where ends > ${oldest(now)} and ends <= ${time} and lots_until is null
      and not exists (select from plan_term t where t.user_id = last.user_id
        and (t.ends > last.ends or t.ends = last.ends and t.id > last.id))
      and not exists (select from payment_dispute d where last.source_type = 'order'
        and d.order_id::text = last.source_id and d.state = 'open')
      and not exists (select from subscription l where l.user_id = last.user_id and l.state <> 'ended')
      and not exists (select from payment_order o where last.source_type = 'order'
        and o.id::text = last.source_id and not (${isPaidBy(sql`o.method`, isReal)}))
    on conflict do nothing`);
}

/**
 * Notes lots of which at least a tenth is left and that end soon: within the last third of their time, and within three
 * days.
 */
export async function noteEndingCredits(
  executor: Executor,
  { now, isReal }: NotedTime,
): Promise<void> {
  const time = sql`${now.toISOString()}::timestamptz`;
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, product, amount, ends)
    select user_id, 'creditsEnding', id::text, product, remaining, ends
    from credit_lot l
    where remaining > 0 and remaining * 10 >= granted and ends > ${time}
      and ends <= ${time} + least(interval '3 days', (ends - created) / 3)
      and not exists (select from payment_order o where l.origin_type = 'order'
        and o.id::text = l.origin_id and not (${isPaidBy(sql`o.method`, isReal)}))
    on conflict do nothing`);
}

/**
 * Notes balances that have fallen below the mark that their user has set, once until credits arrive that lift the balance to
 * the mark. Held credits may come back, so they count as left. The balance after each refill since the last mail follows
 * from the balance of now and the entries after the refill.
 */
export async function noteLowCredits(executor: Executor): Promise<void> {
  await executor.execute(sql`
    insert into money_mail (user_id, kind, cause, amount)
    select low.user_id, 'creditsLow', low.refill::text, low.available
    from (
      select l.user_id, l.low_mark, b.available, b.available + b.held as left_credits,
        ${newestRefill(sql`l.user_id`)} as refill, greatest(l.known_refill, (
          select max(m.cause::bigint) from money_mail m where m.user_id = l.user_id and m.kind = 'creditsLow'
        )) as known_refill
      from credit_limit l join credit_balance b on b.user_id = l.user_id
      where b.available + b.held < l.low_mark
    ) low
    where low.known_refill is null or exists (
      select from (
        select ${isRefill} as is_refill, low.left_credits + balance_change + held_change
          - sum(balance_change + held_change) over (order by id desc) as left_after
        from ledger_entry where user_id = low.user_id and id > low.known_refill
      ) entry
      where is_refill and left_after >= low.low_mark
    )
    on conflict do nothing`);
}
