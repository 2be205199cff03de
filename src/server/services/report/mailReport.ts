import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/dates.ts';
import type { MailPlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { reportMail as reportMailTable } from '#server/db/schema/operation.ts';
import { type MailQueue, sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { dayPeriod } from '#server/services/report/periods.ts';
import { readReport } from '#server/services/report/readReport.ts';
import { reportMail } from '#server/services/report/reportMail.ts';

type Row = typeof reportMailTable.$inferSelect;

/**
 * Mails the report of yesterday (UTC) to the operator, if daily reports are on. Any number of processes may run this: a
 * day has one row, which is locked while its mail is sent. A report that could not be sent on its day is not sent later.
 * Returns the number of sent mails.
 */
export async function mailDailyReport(platform: MailPlatform): Promise<number> {
  const { config, database, mail, now } = platform;
  const { email, isDaily } = config.report;
  if (!isDaily || email === undefined) return 0;
  const day = addDays(dayOf(now()), -1);
  await database.query.insert(reportMailTable).values({ day }).onConflictDoNothing();
  const isWaiting = and(eq(reportMailTable.day, day), isNull(reportMailTable.mailed));
  if (!(await findRow(database.query, reportMailTable, isWaiting))) return 0;
  // Before the row is locked: the database ends a transaction that waits long, and the mail would be sent again.
  const report = await readReport(platform, dayPeriod(day));
  const queue: MailQueue<Row> = {
    failure: 'the daily report could not be mailed',
    failureFields: (row) => ({ day: row.day }),
    idOf: (row) => row.day,
    lockNext: async (transaction, failed) => {
      const [row] = await transaction
        .select()
        .from(reportMailTable)
        .where(and(isWaiting, notInArray(reportMailTable.day, [...failed])))
        .for('update', { skipLocked: true });
      return row;
    },
    send: async () => mail.send(reportMail(email, report)),
    finish: (transaction, row) =>
      transaction
        .update(reportMailTable)
        .set({ mailed: now() })
        .where(eq(reportMailTable.day, row.day)),
  };
  return sendWaiting(platform, queue);
}
