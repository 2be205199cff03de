import { sql } from 'drizzle-orm';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';

/* Raw, because reminders are inserted for all plans that are due by one statement (`insert … select … on conflict`). */

/** A span of time: after `from`, until `until`. */
type Span = { from: Date; until: Date };

/** Inserts a reminder for each plan among these that renews in this time. */
export async function insertRenewalReminders(
  executor: Executor,
  products: readonly PlanProduct[],
  { from, until }: Span,
): Promise<void> {
  const names = products.map((product) => sql`${product}`);
  await executor.execute(sql`
    insert into plan_reminder (user_id, kind, product, due, amount, currency)
    select user_id, 'renewal', coalesce(next_product, product), period_ends,
      coalesce(next_amount, amount), currency
    from subscription
    where state = 'active' and not ends_at_period_end and product in (${sql.join(names, sql`, `)})
      and period_ends > ${from.toISOString()}::timestamptz and period_ends <= ${until.toISOString()}::timestamptz
    on conflict do nothing`);
}

/** Inserts a reminder for each prepaid plan that ends in this time, without another period after it. */
export async function insertEndReminders(executor: Executor, { from, until }: Span): Promise<void> {
  await executor.execute(sql`
    insert into plan_reminder (user_id, kind, product, due)
    select user_id, 'end', product, ends from (
      select distinct on (user_id) user_id, product, ends, source_type, lots_until
      from plan_term where ends > ${from.toISOString()}::timestamptz order by user_id, ends desc
    ) as last
    where source_type = 'order' and lots_until is null and ends <= ${until.toISOString()}::timestamptz
      and not exists (select from subscription s
        where s.user_id = last.user_id and s.state <> 'ended')
    on conflict do nothing`);
}
