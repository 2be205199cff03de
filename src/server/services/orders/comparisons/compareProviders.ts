import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import {
  type ComparedSubject,
  comparedSubjects,
  paymentComparison,
} from '#server/db/schema/paymentComparisons.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import {
  type ComparedDay,
  type ComparisonRow,
  type Sides,
  compareSides,
} from '#server/services/orders/comparisons/compareSides.ts';
import { disputeSides } from '#server/services/orders/comparisons/disputeSides.ts';
import { paymentSides } from '#server/services/orders/comparisons/paymentSides.ts';
import { refundSides } from '#server/services/orders/comparisons/refundSides.ts';

/** The number of past days that are compared again while they differ or were missed. */
const daysBack = 7;

type ReadSides = (database: Database, gateway: PaymentGateway, day: Day) => Promise<Sides>;

const sidesOf: Readonly<Record<ComparedSubject, ReadSides>> = {
  payments: paymentSides,
  refunds: refundSides,
  disputes: disputeSides,
};

/**
 * Compares the payments, refunds and disputes of each provider with our records: of one day, or of the past days that
 * were not compared yet or that differed. Stores a row for each currency, and logs an alarm for each row that differs.
 * Returns the rows.
 */
export async function compareProviders(
  platform: PaymentPlatform,
  day?: Day,
): Promise<ComparisonRow[]> {
  const rows: ComparisonRow[] = [];
  for (const gateway of platform.payments.values()) {
    for (const subject of subjectsOf(gateway)) {
      const days = day === undefined ? await dueDays(platform, gateway, subject) : [day];
      for (const one of days) rows.push(...(await tryDay(platform, gateway, subject, one)));
    }
  }
  for (const row of rows) if (row.differs) logAlarm(platform, row);
  return rows;
}

function subjectsOf({ listDisputes }: PaymentGateway): readonly ComparedSubject[] {
  return comparedSubjects.filter((subject) => subject !== 'disputes' || listDisputes !== undefined);
}

async function dueDays(
  { database, now }: PaymentPlatform,
  gateway: PaymentGateway,
  about: ComparedSubject,
): Promise<Day[]> {
  const today = dayOf(now());
  const days = Array.from({ length: daysBack }, (_, index) => addDays(today, index - daysBack));
  const { method, subject, day, differs } = paymentComparison;
  const done = await database.query
    .select({ day })
    .from(paymentComparison)
    .where(and(eq(method, gateway.method), eq(subject, about), inArray(day, days)))
    .groupBy(day)
    .having(sql`not bool_or(${differs})`);
  return days.filter((one) => !done.some((row) => row.day === one));
}

/** Returns no row when the provider cannot be reached: the next night tries again. */
async function tryDay(
  { database, log, now }: PaymentPlatform,
  gateway: PaymentGateway,
  subject: ComparedSubject,
  day: Day,
): Promise<ComparisonRow[]> {
  const { method } = gateway;
  try {
    const sides = await sidesOf[subject](database, gateway, day);
    const of: ComparedDay = { method, subject, day, compared: now() };
    const rows = compareSides(of, sides, gateway.currencies[0] ?? 'USD');
    await store(database, of, rows);
    return rows;
  } catch (error) {
    log.warn({ method, subject, day, error: redactedError(error) }, `${subject} were not compared`);
    return [];
  }
}

function logAlarm({ log }: PaymentPlatform, row: ComparisonRow): void {
  const { method, subject, day, currency, theirs, ours, differences } = row;
  const found = { method, day, currency, theirs, ours, differences: differences.length };
  log.warn({ alarm: `${subject}_differ`, ...found }, `${subject} of a day differ from ours`);
}

/** Replaces all rows of the day, because a currency may have disappeared. */
async function store(
  database: Database,
  of: ComparedDay,
  rows: readonly ComparisonRow[],
): Promise<void> {
  const { method, subject, day } = paymentComparison;
  const isOfDay = and(eq(method, of.method), eq(subject, of.subject), eq(day, of.day));
  await database.transaction(async (inside) => {
    await inside.delete(paymentComparison).where(isOfDay);
    await inside
      .insert(paymentComparison)
      .values([...rows])
      .onConflictDoNothing();
  });
}
