import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { hasRelation } from '#server/db/hasRelation.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { alarm } from '#server/db/schema/alarms.ts';
import { providerSpend } from '#server/db/schema/costs.ts';
import { publishRun } from '#server/db/schema/publishing.ts';

/*
 * The present state of the whole installation, for metrics and reports. Raw, because the counts of several tables are one
 * statement each, and because the tables of jobs are those of graphile-worker. Each statement reads a partial index or a
 * small table: metrics are read every few seconds.
 */

const holds = {
  open: z.number(),
  /** The held credits. */
  credits: z.number(),
  oldestSeconds: z.number(),
};

/** The open holds of credits: those of the running answers that cost something. */
export type OpenHolds = RowOf<typeof holds>;

export async function readOpenHolds(executor: Executor): Promise<OpenHolds> {
  const { rows } = await executor.execute(sql`
    select count(*)::int as open, coalesce(sum(price), 0)::float8 as credits,
      coalesce(extract(epoch from now() - min(created)), 0)::float8 as "oldestSeconds"
    from answer where state = 'running' and price > 0`);
  const [found] = parseRows(holds, rows);
  if (!found) throw new Error('Open holds were not counted');
  return found;
}

const waitingJobs = {
  task: z.string(),
  /** Jobs that are due, and those that were tried too often. */
  waiting: z.number(),
  failed: z.number(),
  /** The seconds for which the oldest due job waits. */
  oldestSeconds: z.number(),
};

/** The jobs of a task. The tasks of all sites count as one. */
export type WaitingJobs = RowOf<typeof waitingJobs>;

/** Returns the jobs of each task that has any; none before the first process has run jobs. */
export async function readWaitingJobs(executor: Executor): Promise<WaitingJobs[]> {
  if (!(await hasRelation(executor, 'graphile_worker.jobs'))) return [];
  const { rows } = await executor.execute(sql`
    select split_part(task_identifier, '/', 1) as task,
      (count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null))::int as waiting,
      (count(*) filter (where attempts >= max_attempts))::int as failed,
      coalesce(extract(epoch from now() - min(run_at)
        filter (where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs group by 1 order by 1`);
  return parseRows(waitingJobs, rows);
}

const waitingMails = { kind: z.string(), waiting: z.number(), oldestSeconds: z.number() };

/** The mails of one kind that are not sent yet. */
export type WaitingMails = RowOf<typeof waitingMails>;

/** Returns the mails of each kind that wait in the database. Sign-in codes do not: their users wait for them. */
export async function readWaitingMails(executor: Executor): Promise<WaitingMails[]> {
  const { rows } = await executor.execute(sql`
    select kind, count(since)::int as waiting,
      coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds"
    from (
      select 'money' as kind, created as since from money_mail where mailed is null
      union all select 'reminder', created from plan_reminder where mailed is null
      union all select 'cancellation', received from plan_cancellation where mailed is null
      union all select 'withdrawal', received from order_withdrawal where mailed is null
      union all select 'support', created from support_request where mailed is null
      union all select 'sign_in', created from sign_in_notice
      union all select 'deletion', requested from account_deletion where mailed is null
      union all select unnest(array['money', 'reminder', 'cancellation', 'withdrawal', 'support', 'sign_in', 'deletion']), null
    ) mail group by kind order by kind`);
  return parseRows(waitingMails, rows);
}

const openAlarms = { name: alarm.name, open: z.number() };

/** The open alarms of one name. */
export type OpenAlarms = RowOf<typeof openAlarms>;

export async function readOpenAlarms(executor: Executor): Promise<OpenAlarms[]> {
  const { rows } = await executor.execute(sql`
    select name, count(*)::int as open from alarm where resolved is null group by name order by name`);
  return parseRows(openAlarms, rows);
}

const publishState = {
  site: publishRun.siteId,
  /** When the site was last published, or found unchanged. */
  succeeded: orNull(publishRun.ended),
  /** The seconds of the last publish that made a release; `null` before the first. */
  seconds: z.nullable(z.number()),
  /** Failures since then. */
  failures: z.number(),
  waiting: z.number(),
};

/** The publishes of a site by the queue. */
export type SitePublishing = RowOf<typeof publishState>;

/** Returns the publishes of each site that was seen in the last day. */
export async function readPublishing(executor: Executor): Promise<SitePublishing[]> {
  const { rows } = await executor.execute(sql`
    select s.id as site, good.ended as succeeded, made.seconds,
      (select count(*) from publish_run f
        where f.site_id = s.id and f.state = 'failed' and f.id > coalesce(good.id, 0))::int as failures,
      (select count(*) from publish_run w where w.site_id = s.id and w.state = 'waiting')::int as waiting
    from publishing_site s
    left join lateral (select id, ended from publish_run
      where site_id = s.id and state in ('published', 'unchanged') order by id desc limit 1) good on true
    left join lateral (select extract(epoch from ended - started)::float8 as seconds from publish_run
      where site_id = s.id and state = 'published' order by id desc limit 1) made on true
    where s.seen > now() - interval '1 day' order by s.id`);
  return parseRows(publishState, rows);
}

const spending = {
  provider: providerSpend.provider,
  /** In micro-USD; the cap is `null` if there is none. */
  spent: z.number(),
  cap: z.nullable(z.number()),
};

/** The spending at a provider, and its daily cap of now. */
export type ProviderSpending = RowOf<typeof spending>;

/** Returns the spending of the days from `from` to `to`, of each provider with spending or a cap. */
export async function readProviderSpending(
  executor: Executor,
  { from, to }: { from: Day; to: Day },
): Promise<ProviderSpending[]> {
  const { rows } = await executor.execute(sql`
    select provider, coalesce(s.spent, 0)::float8 as spent, c.daily::float8 as cap
    from (select provider, sum(micros) as spent from provider_spend
      where day between ${from}::date and ${to}::date group by provider) s
    full join provider_cap c using (provider) order by provider`);
  return parseRows(spending, rows);
}
