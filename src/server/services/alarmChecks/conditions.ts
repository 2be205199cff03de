import { and, count, eq, gte, lt, min } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/dates.ts';
import { type AlarmName, closureAlarms } from '#domain/operation/alarms.ts';
import { mediaLane } from '#domain/models/providers.ts';
import type { CorePlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { readWaitingJobs } from '#server/db/jobs.ts';
import type { AlarmFinding } from '#server/db/queries/alarms.ts';
import { readPublishing } from '#server/db/queries/operationFigures.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { providerCap } from '#server/db/schema/costs.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { providerEvent } from '#server/db/schema/orders.ts';
import { paymentComparison } from '#server/db/schema/paymentComparisons.ts';
import { findNotedFailures, notedAlarms } from '#server/services/alarmChecks/notedFailures.ts';
import { isConfigured, readProviderStates } from '#server/services/costs/providerStates.ts';
import { findPausedProviders } from '#server/services/costs/spending.ts';
import { findUsedUpLimits } from '#server/services/limits/usedUpLimits.ts';
import { lastBackup } from '#server/services/operation/lastBackup.ts';

/** The source of some alarms. A failure to read it leaves these alarms as they are. */
export type Condition = {
  names: readonly AlarmName[];
  find: (platform: CorePlatform) => Promise<AlarmFinding[]>;
};

const waitingMinutes = 10;

/** Milliseconds of a day, and of an hour in which a daily backup may be late. */
const day = 86_400_000;
const backupDelay = 3_600_000;

/** Days of which comparisons and messages of payment providers count. Some of them can never be corrected. */
const countedDays = 30;

/** Everything that is checked, by a few queries that read few rows. */
export const conditions: readonly Condition[] = [
  { names: notedAlarms, find: findNotedFailures },
  { names: ['mails_capped', 'sign_in_guessing', 'starts_capped'], find: findReachedLimits },
  { names: ['provider_cap'], find: findReachedCaps },
  { names: ['provider_refused', 'provider_empty', 'provider_down'], find: findClosedProviders },
  { names: ['job_waits'], find: findWaitingJobs },
  { names: ['publish_failed'], find: findFailedPublishes },
  { names: ['payments_differ'], find: findDifferences },
  { names: ['payment_parked'], find: findParkedMessages },
  { names: ['media_unclear'], find: findUnclearJobs },
  { names: ['backup_old'], find: findOldBackup },
];

async function findReachedLimits(platform: CorePlatform): Promise<AlarmFinding[]> {
  const names = {
    guesses: 'sign_in_guessing',
    mails: 'mails_capped',
    starts: 'starts_capped',
  } as const;
  return [...(await findUsedUpLimits(platform))].map(([limit, most]) => ({
    name: names[limit],
    subject: '',
    detail: { limit: most },
  }));
}

async function findReachedCaps({ database, now }: CorePlatform): Promise<AlarmFinding[]> {
  const caps = await database.query.select().from(providerCap);
  // A cap of 0 is how an operator closes a provider.
  const limited = caps.filter(({ daily }) => daily > 0).map(toCap);
  const reached = await findPausedProviders(database.query, new Map(limited), now());
  return limited
    .filter(([provider]) => reached.has(provider))
    .map(([provider, daily]) => ({
      name: 'provider_cap',
      subject: provider,
      detail: { dollars: daily / 1_000_000 },
    }));
}

function toCap({ provider, daily }: typeof providerCap.$inferSelect): [string, number] {
  return [provider, daily];
}

async function findWaitingJobs({ database }: CorePlatform): Promise<AlarmFinding[]> {
  const { jobs, task, minutes } = await readWaitingJobs(database.query, waitingMinutes);
  if (jobs === 0) return [];
  const detail = { jobs, oldest: task ?? '', minutes: minutes ?? 0 };
  return [{ name: 'job_waits', subject: '', detail }];
}

/** Finds the sites whose last two publishes failed. */
async function findFailedPublishes({ database }: CorePlatform): Promise<AlarmFinding[]> {
  const sites = await readPublishing(database.query);
  return sites
    .filter(({ failures }) => failures >= 2)
    .map(({ site }) => ({ name: 'publish_failed', subject: `site ${site}`, detail: {} }));
}

async function findDifferences({ database, now }: CorePlatform): Promise<AlarmFinding[]> {
  const { method, subject, day, differs } = paymentComparison;
  const rows = await database.query
    .select({ method, subject, days: count(), first: min(day) })
    .from(paymentComparison)
    .where(and(eq(differs, true), gte(day, addDays(dayOf(now()), -countedDays))))
    .groupBy(method, subject);
  return rows.map((row) => ({
    name: 'payments_differ',
    subject: `${row.method} ${row.subject}`,
    detail: { differences: row.days, first: row.first ?? '' },
  }));
}

async function findParkedMessages({ database, now }: CorePlatform): Promise<AlarmFinding[]> {
  const oldest = new Date(now().getTime() - countedDays * day);
  const rows = await database.query
    .select({ method: providerEvent.method, messages: count() })
    .from(providerEvent)
    .where(and(eq(providerEvent.state, 'parked'), gte(providerEvent.received, oldest)))
    .groupBy(providerEvent.method);
  return rows.map(({ method, messages }) => ({
    name: 'payment_parked',
    subject: method,
    detail: { messages },
  }));
}

async function findUnclearJobs({ database }: CorePlatform): Promise<AlarmFinding[]> {
  const jobs = await database.query.$count(mediaJob, eq(mediaJob.maybeCharged, true));
  return jobs === 0 ? [] : [{ name: 'media_unclear', subject: '', detail: { jobs } }];
}

/** Finds closed providers and closed keys. One that was removed from the configuration is not asked any longer. */
async function findClosedProviders({ config, database }: CorePlatform): Promise<AlarmFinding[]> {
  const states = await readProviderStates(database.query);
  const connected = new Set<string>([
    ...[...config.providers, ...(config.search ?? [])].map(nameOf),
    ...config.media.providers.map(({ name }) => mediaLane(name)),
    'moderation',
  ]);
  return states
    .filter((lane) => connected.has(lane.provider) && isConfigured(config, lane))
    .flatMap(({ provider, label, problem, since }) => {
      if (problem === null) return [];
      const detail = since === null ? {} : { since: since.toISOString() };
      return [{ name: closureAlarms[problem], subject: `${provider} ${label}`.trim(), detail }];
    });
}

function nameOf({ name }: { name: string }): string {
  return name;
}

/** Finds out whether a site whose first user came more than a day ago lacks a backup of the last day. */
async function findOldBackup({ config, database, now }: CorePlatform): Promise<AlarmFinding[]> {
  if (!config.production) return [];
  const last = (await lastBackup(database))?.started;
  const oldest = new Date(now().getTime() - day - backupDelay);
  if (last !== undefined && last > oldest) return [];
  const isUsed = await findRow(database.query, appUser, lt(appUser.created, oldest));
  if (!isUsed) return [];
  return [{ name: 'backup_old', subject: '', detail: { last: last?.toISOString() ?? 'never' } }];
}
