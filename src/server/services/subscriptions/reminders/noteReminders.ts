import { sql } from 'drizzle-orm';
import { reminderDays, yearlyPlans } from '#domain/planChange.ts';
import type { Platform } from '#server/context.ts';

type Dependencies = Pick<Platform, 'database' | 'now'>;

/**
 * Notes the reminders that are due: of yearly plans that renew within a week, and of prepaid ones that end within a week
 * without another period after them. Each is noted once for its day.
 */
export async function noteReminders({ database, now }: Dependencies): Promise<void> {
  const from = now().toISOString();
  const until = new Date(now().getTime() + reminderDays * 86_400_000).toISOString();
  const yearly = sql.join(
    yearlyPlans.map((product) => sql`${product}`),
    sql`, `,
  );
  await database.query.execute(sql`
    insert into plan_reminder (user_id, kind, product, due, amount, currency)
    select user_id, 'renewal', coalesce(next_product, product), period_ends,
      coalesce(next_amount, amount), currency
    from subscription
    where state = 'active' and not ends_at_period_end and product in (${yearly})
      and period_ends > ${from}::timestamptz and period_ends <= ${until}::timestamptz
    on conflict do nothing`);
  await database.query.execute(sql`
    insert into plan_reminder (user_id, kind, product, due)
    select user_id, 'end', product, ends from (
      select distinct on (user_id) user_id, product, ends, source_type, lots_until
      from plan_term where ends > ${from}::timestamptz order by user_id, ends desc
    ) as last
    where source_type = 'order' and lots_until is null and ends <= ${until}::timestamptz
      and not exists (select from subscription s
        where s.user_id = last.user_id and s.state <> 'ended')
    on conflict do nothing`);
}
