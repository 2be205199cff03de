import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { report } from '#server/db/schema/gpts.ts';

/* Raw, because one list of seven tables is one statement, as of one moment. */

/** The kinds of things that wait for a person. */
export const inboxKinds = [
  'gpt report',
  'review report',
  'support',
  'sharing post',
  'quarantined order',
  'parked message',
  'stuck refund',
  'dispute',
  'unclear media job',
] as const;

export type InboxKind = (typeof inboxKinds)[number];

const inboxRow = {
  kind: z.enum(inboxKinds),
  /** The id by which commands name it. */
  id: z.string(),
  since: report.created,
  due: orNull(report.created),
  /** The e-mail address of the user who asked, or whom it is about. */
  who: z.nullable(z.string()),
  /** The subject: a GPT, a review, an order, a link. */
  about: z.nullable(z.string()),
  text: z.nullable(z.string()),
};

export type InboxRow = RowOf<typeof inboxRow>;

const countRow = { kind: z.enum(inboxKinds), count: z.number() };

const shownCharacters = 400;

/** Everything that waits for a person at a time. */
const waiting = (now: Date) => sql`
  select subject_type || ' report' as kind, r.id::text as id, r.created as since,
      null::timestamptz as due, u.email as who, r.subject_id as about,
      concat_ws(': ', r.reason, r.details) as text
    from report r join app_user u on u.id = r.user_id where r.handled is null
  union all select 'support', reference, created, null, email, about, topic || ': ' || message
    from support_request where answered is null and closed is null
  union all select 'sharing post', p.id::text, p.sent, p.due, u.email, p.link, null
    from sharing_post p join app_user u on u.id = p.user_id
    where p.state = 'open' and p.reviewable <= ${now.toISOString()}
  union all select 'quarantined order', o.id::text, coalesce(o.paid, o.created), null, u.email, o.product,
      concat('ordered ', o.amount, ' ', o.currency, ', paid ', coalesce(o.paid_amount, o.amount), ' ',
        coalesce(o.paid_currency, o.currency))
    from payment_order o join app_user u on u.id = o.user_id where o.state = 'quarantined'
  union all select 'parked message', event_id, received, null, null, concat(method, ' ', type), outcome
    from provider_event where state = 'parked'
  union all select 'stuck refund', f.order_id::text, f.created, null, u.email, f.provider_id,
      concat(f.method, ', ', f.amount, ' ', f.currency, ': ', coalesce(f.problem, f.reason))
    from payment_refund f join app_user u on u.id = f.user_id where f.state = 'pending' and f.is_stuck
  union all select 'dispute', d.order_id::text, coalesce(d.opened, d.created), null, u.email, d.provider_id,
      concat(d.method, ', ', d.amount, ' ', o.currency)
    from payment_dispute d join app_user u on u.id = d.user_id join payment_order o on o.id = d.order_id
    where d.state = 'open'
  union all select 'unclear media job', j.answer_id::text, j.created, null, u.email,
      j.provider || '/' || j.upstream, j.reason
    from media_job j join app_user u on u.id = j.user_id where j.maybe_charged`;

/** Lists what waits for a person, the longest waiting first. */
export async function readWaiting(
  executor: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<InboxRow[]> {
  const { rows } = await executor.execute(sql`
    select kind, id, since, due, who, about, left(text, ${shownCharacters}::integer) as text
    from (${waiting(now)}) waiting order by since, kind, id limit ${limit}`);
  return parseRows(inboxRow, rows);
}

/** Counts what waits for a person by kind; kinds of which nothing waits are omitted. */
export async function countWaiting(
  executor: Executor,
  now: Date,
): Promise<RowOf<typeof countRow>[]> {
  const { rows } = await executor.execute(sql`
    select kind, count(*)::integer as count from (${waiting(now)}) waiting group by kind order by kind`);
  return parseRows(countRow, rows);
}
