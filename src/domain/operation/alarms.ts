import type { ProviderProblem } from '#domain/models/providerCircuit.ts';

/** `critical`: users or money are affected now. `warning`: look at it on the next working day. */
export type AlarmSeverity = 'critical' | 'warning';

/** When failures that processes note raise an alarm. */
export type FailureRule = {
  /** Failures in a row, without a success between them. */
  failures: number;
  /** Minutes without a success after which fewer failures are enough. */
  orMinutes?: number;
  /** Hours after the last failure from which on it no longer counts. */
  forgottenHours: number;
};

export type AlarmRule = {
  severity: AlarmSeverity;
  meaning: string;
  /** The next step of the operator. Texts in backquotes are variables and commands. */
  action: string;
  /** Minutes for which the condition must be gone before the alarm is resolved, so that it does not flap. */
  clearMinutes: number;
  /** Missing for alarms whose condition is read from other rows. */
  noted?: FailureRule;
};

/** For what is checked once a day. */
const daily: FailureRule = { failures: 1, forgottenHours: 48 };

/** All alarms. `docs/operating/alarms.md` repeats the texts; a test compares them. */
export const alarms = {
  mail_refused: {
    severity: 'critical',
    meaning:
      'The mail server took none of the last 3 mails, or none for 10 minutes: nobody can sign in.',
    action: 'Check `SMTP_URL` and the account there, then run `dolores alarms test`.',
    clearMinutes: 5,
    noted: { failures: 3, orMinutes: 10, forgottenHours: 24 },
  },
  mails_capped: {
    severity: 'critical',
    meaning: 'The sign-in codes of this hour are used up: many people cannot sign in.',
    action:
      'If they are real visitors, raise `MAILS_PER_HOUR`; else block the networks in the proxy.',
    clearMinutes: 0,
  },
  sign_in_guessing: {
    severity: 'warning',
    meaning:
      '300 wrong sign-in codes in this hour: somebody guesses. Mails carry a word beside the code.',
    action: 'Block the networks, which the log of the proxy has.',
    clearMinutes: 0,
  },
  provider_refused: {
    severity: 'critical',
    meaning:
      'A provider refuses our account or one of its keys; without another key its models are closed.',
    action: 'Replace the key and restart, or answer the provider: `dolores models check`.',
    clearMinutes: 5,
  },
  provider_empty: {
    severity: 'critical',
    meaning:
      'An account at a provider has no money or quota left; without another key its models are closed.',
    action: 'Pay there; it is tried by itself.',
    clearMinutes: 5,
  },
  provider_down: {
    severity: 'critical',
    meaning: 'A provider failed 5 times in a row for 3 users: it is closed and tried every minute.',
    action: 'Read its status page; `dolores models map` moves models to another provider.',
    clearMinutes: 5,
  },
  provider_cap: {
    severity: 'warning',
    meaning: 'A provider reached its daily cap and is not asked until tomorrow (UTC).',
    action: 'Raise it with `dolores models cap`, or wait.',
    clearMinutes: 0,
  },
  unknown_price: {
    severity: 'warning',
    meaning: 'A provider with a cap has a model without a price: questions to it are refused.',
    action: 'Set the price: `dolores prices set`.',
    clearMinutes: 0,
    noted: daily,
  },
  starts_capped: {
    severity: 'warning',
    meaning:
      'The starting credits of today are used up: new accounts get none until tomorrow (UTC).',
    action: 'If they are real people, raise `STARTS_PER_DAY`.',
    clearMinutes: 0,
  },
  model_shutdown: {
    severity: 'warning',
    meaning: 'A provider shuts down a model that is in use.',
    action: 'Map its models to another one: `dolores models map`.',
    clearMinutes: 0,
    noted: daily,
  },
  ledger_differs: {
    severity: 'critical',
    meaning: 'The nightly check found a broken promise of the credit ledger.',
    action: 'Run `dolores ledger verify`, keep its output and a backup, and ask the developers.',
    clearMinutes: 0,
    noted: daily,
  },
  payments_differ: {
    severity: 'warning',
    meaning:
      'Payments, refunds or disputes of the last 30 days differ from the books of the provider.',
    action: 'Read `dolores orders compare`, correct it, and compare the day `--again`.',
    clearMinutes: 0,
  },
  payment_parked: {
    severity: 'warning',
    meaning: 'Messages of a payment provider of the last 30 days could not be applied.',
    action: 'Read `dolores orders events` and retry or apply them by hand.',
    clearMinutes: 0,
  },
  media_unclear: {
    severity: 'warning',
    meaning: 'It is unknown whether a provider took and charged a job.',
    action: 'Check it there, then `dolores media resolve`.',
    clearMinutes: 0,
  },
  job_waits: {
    severity: 'critical',
    meaning: 'A job waits for more than 10 minutes: mails, refunds or publishes are late.',
    action: 'Start a worker, or restart the server whose log says that its job runner stopped.',
    clearMinutes: 5,
  },
  task_fails: {
    severity: 'critical',
    meaning: 'A task failed 5 times in a row.',
    action: 'Find `a task failed` in the log, with the place in the code.',
    clearMinutes: 0,
    noted: { failures: 5, forgottenHours: 26 },
  },
  publish_failed: {
    severity: 'warning',
    meaning: 'Publishing failed twice in a row: visitors see the release before.',
    action: 'Read the reason in `dolores site status`, remove it, and run `dolores site publish`.',
    clearMinutes: 0,
  },
  disk_low: {
    severity: 'critical',
    meaning: 'A disk of a server has less than 10 % left; when it is full, nothing can be stored.',
    action: 'Delete old files or enlarge the disk.',
    clearMinutes: 5,
    noted: { failures: 1, forgottenHours: 0.25 },
  },
  replica_behind: {
    severity: 'warning',
    meaning: 'For 3 minutes the streaming replica was behind or gone: the primary does all reads.',
    action: 'Check whether it runs and follows the primary, or remove `READ_DATABASE_URL`.',
    clearMinutes: 5,
    // Measured each minute.
    noted: { failures: 4, forgottenHours: 0.25 },
  },
  backup_old: {
    severity: 'warning',
    meaning: 'The last backup is older than a day, or there is none.',
    action: 'Run `dolores backup`, and check the timer that should have done it.',
    clearMinutes: 0,
  },
  alarm_not_told: {
    severity: 'warning',
    meaning: 'Alarms could not be sent by mail or to the webhook, three times in a row.',
    action: 'Check `OPERATOR_EMAIL` and `ALARM_WEBHOOK`, then run `dolores alarms test`.',
    clearMinutes: 0,
    noted: { failures: 3, forgottenHours: 24 },
  },
} as const satisfies Record<string, AlarmRule>;

export type AlarmName = keyof typeof alarms;

/** The alarm of a closed provider, by its problem. */
export const closureAlarms = {
  refused: 'provider_refused',
  empty: 'provider_empty',
  failing: 'provider_down',
} as const satisfies Record<ProviderProblem, AlarmName>;

/** The alarms that noted failures raise. */
export type NotedAlarm = {
  [Name in AlarmName]: (typeof alarms)[Name] extends { noted: FailureRule } ? Name : never;
}[AlarmName];

/** The ways in which the operator is told. */
export const alarmWays = ['log', 'mail', 'webhook'] as const;
export type AlarmWay = (typeof alarmWays)[number];

/** A change of an alarm. */
export type AlarmChange = 'raised' | 'reminder' | 'resolved';

/** Facts about the cause, without secrets and personal data. */
export type AlarmDetail = Readonly<Record<string, string | number>>;

/** Returns the rule of an alarm; `undefined` for a name of another version. */
export function findAlarmRule(name: string): AlarmRule | undefined {
  return Object.hasOwn(alarms, name) ? alarms[name as AlarmName] : undefined;
}

/** Returns facts as one line, such as “failures 3, code 535”. */
export function detailText(detail: AlarmDetail): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
