import { type GaugeRule, one, unixSeconds } from '#server/services/metrics/gauges.ts';
import type { OperationFigures } from '#server/services/metrics/readFigures.ts';

const micros = 1_000_000;

/** The gauges of the whole installation. Every process has them: queries use `max`, not `sum`. */
export const databaseGauges: readonly GaugeRule<OperationFigures>[] = [
  {
    name: 'dolores_holds_open',
    help: 'Running answers that hold credits',
    read: ({ holds }) => one(holds.open),
  },
  {
    name: 'dolores_holds_credits',
    help: 'Credits that running answers hold',
    read: ({ holds }) => one(holds.credits),
  },
  {
    name: 'dolores_holds_oldest_seconds',
    help: 'Age of the oldest open hold; 0 if there is none',
    read: ({ holds }) => one(holds.oldestSeconds),
  },
  {
    name: 'dolores_jobs_waiting',
    help: 'Jobs that are due and not taken yet, by task',
    labels: ['task'],
    read: ({ jobs }) => jobs.map(({ task, waiting }) => ({ labels: { task }, value: waiting })),
  },
  {
    name: 'dolores_jobs_oldest_seconds',
    help: 'How long the oldest due job of a task waits; 0 if there is none',
    labels: ['task'],
    read: ({ jobs }) =>
      jobs.map(({ task, oldestSeconds }) => ({ labels: { task }, value: oldestSeconds })),
  },
  {
    name: 'dolores_jobs_failed',
    help: 'Jobs that failed at all their attempts, by task',
    labels: ['task'],
    read: ({ jobs }) => jobs.map(({ task, failed }) => ({ labels: { task }, value: failed })),
  },
  {
    name: 'dolores_mails_waiting',
    help: 'Mails that wait in the database, by kind',
    labels: ['kind'],
    read: ({ mails }) => mails.map(({ kind, waiting }) => ({ labels: { kind }, value: waiting })),
  },
  {
    name: 'dolores_mails_oldest_seconds',
    help: 'How long the oldest mail of a kind waits; 0 if there is none',
    labels: ['kind'],
    read: ({ mails }) =>
      mails.map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
  },
  {
    name: 'dolores_publish_success_timestamp_seconds',
    help: 'When a site was last published or found unchanged by the queue',
    labels: ['site'],
    read: ({ publishing }) =>
      publishing.flatMap(({ site, succeeded }) =>
        succeeded ? [{ labels: { site }, value: unixSeconds(succeeded) }] : [],
      ),
  },
  {
    name: 'dolores_publish_duration_seconds',
    help: 'Duration of the last publish that made a release',
    labels: ['site'],
    read: ({ publishing }) =>
      publishing.flatMap(({ site, seconds }) =>
        seconds === null ? [] : [{ labels: { site }, value: seconds }],
      ),
  },
  {
    name: 'dolores_publish_failures',
    help: 'Failed publishes since the last success; 0 after a success',
    labels: ['site'],
    read: ({ publishing }) =>
      publishing.map(({ site, failures }) => ({ labels: { site }, value: failures })),
  },
  {
    name: 'dolores_provider_spent_dollars',
    help: 'Costs of today (UTC) at a provider',
    labels: ['provider'],
    read: ({ spending }) =>
      spending.map(({ provider, spent }) => ({ labels: { provider }, value: spent / micros })),
  },
  {
    name: 'dolores_provider_cap_dollars',
    help: 'Daily cap of a provider, if it has one',
    labels: ['provider'],
    read: ({ spending }) =>
      spending.flatMap(({ provider, cap }) =>
        cap === null ? [] : [{ labels: { provider }, value: cap / micros }],
      ),
  },
  {
    name: 'dolores_payment_events',
    help: 'Messages of payment providers that wait or are parked',
    labels: ['state'],
    read: ({ payments: { waiting, parked } }) => [
      { labels: { state: 'waiting' }, value: waiting },
      { labels: { state: 'parked' }, value: parked },
    ],
  },
  {
    name: 'dolores_orders_unfulfilled',
    help: 'Paid orders whose credits are not granted yet',
    read: ({ payments }) => one(payments.unfulfilled),
  },
  {
    name: 'dolores_alarms_open',
    help: 'Open alarms, by name',
    labels: ['name'],
    read: ({ alarms }) => alarms.map(({ name, open }) => ({ labels: { name }, value: open })),
  },
  {
    name: 'dolores_ledger_drift',
    help: '1 if the last nightly check found a broken promise of the credit ledger',
    read: ({ alarms }) => one(alarms.some(({ name }) => name === 'ledger_differs') ? 1 : 0),
  },
  {
    name: 'dolores_backup_timestamp_seconds',
    help: 'When the last good backup began, whose data it has',
    read: ({ lastBackup }) => one(lastBackup && unixSeconds(lastBackup)),
  },
];
