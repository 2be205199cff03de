import { dayOf } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  type OpenAlarms,
  type OpenHolds,
  type ProviderSpending,
  type SitePublishing,
  type WaitingJobs,
  type WaitingMails,
  readOpenAlarms,
  readOpenHolds,
  readProviderSpending,
  readPublishing,
  readWaitingJobs,
  readWaitingMails,
} from '#server/db/queries/operationFigures.ts';
import { type OpenPayments, countOpenPayments } from '#server/db/queries/payments.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { lastBackup } from '#server/services/operation/lastBackup.ts';

/** The present state of the whole installation, the same for all its processes. */
export type OperationFigures = {
  holds: OpenHolds;
  jobs: WaitingJobs[];
  mails: WaitingMails[];
  publishing: SitePublishing[];
  /** Of today (UTC). */
  spending: ProviderSpending[];
  payments: OpenPayments;
  alarms: OpenAlarms[];
  /** The start of the last good backup, which has the data of that moment; `null` if there is none. */
  lastBackup: Date | null;
};

/** Reads the state in one transaction. A statement that takes longer than `milliseconds` fails. */
export async function readFigures(
  { database, now }: CorePlatform,
  milliseconds: number,
): Promise<OperationFigures> {
  return database.transaction(async (transaction) => {
    await setUntilCommit(transaction, { statement_timeout: `${milliseconds}ms` });
    return figuresIn(transaction, now());
  });
}

export async function figuresIn(transaction: Executor, now: Date): Promise<OperationFigures> {
  const today = dayOf(now);
  return {
    holds: await readOpenHolds(transaction),
    jobs: await readWaitingJobs(transaction),
    mails: await readWaitingMails(transaction),
    publishing: await readPublishing(transaction),
    spending: await readProviderSpending(transaction, { from: today, to: today }),
    payments: await countOpenPayments(transaction),
    alarms: await readOpenAlarms(transaction),
    lastBackup: (await lastBackup({ query: transaction }))?.started ?? null,
  };
}
