import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { AlarmChange, AlarmDetail, AlarmWay } from '#domain/operation/alarms.ts';
import { instant, line } from '#server/db/schema/columns.ts';
import { parsedJson } from '#server/db/schema/json.ts';

const alarmDetail: z.ZodMiniType<AlarmDetail> = z.record(
  z.string(),
  z.union([z.string(), z.number()]),
);

/** Failures that a process noted: in a row, since the last success, which deletes the row. */
export const alarmFailure = pgTable(
  'alarm_failure',
  {
    /** The name of the alarm (`domain/operation/alarms.ts`). */
    name: text('name').notNull(),
    /** The failed part, such as a provider or a task; empty if there is only one. */
    subject: line('subject').notNull(),
    failures: integer('failures').notNull(),
    since: instant('since').notNull(),
    failed: instant('failed').notNull(),
    detail: parsedJson('detail', alarmDetail).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.subject] })],
);

/** Alarms from when they were raised until they were resolved. At most one is open for a name and subject. */
export const alarm = pgTable(
  'alarm',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    name: text('name').notNull(),
    subject: line('subject').notNull(),
    detail: parsedJson('detail', alarmDetail).notNull(),
    raised: instant('raised').notNull(),
    /** The last check at which its condition held, and the number of these checks. */
    seen: instant('seen').notNull(),
    times: integer('times').notNull().default(1),
    /** The first check at which its condition was gone; `null` while it holds. */
    gone: instant('gone'),
    resolved: instant('resolved'),
    /** Until then nobody is told about it. An alarm of the same subject that is raised again inherits it. */
    quietUntil: instant('quiet_until'),
  },
  (table) => [
    uniqueIndex('alarm_open')
      .on(table.name, table.subject)
      .where(sql`${table.resolved} is null`),
    index('alarm_by_resolved').on(table.resolved),
  ],
);

/** Messages about alarms to the operator. Each is sent once; one that cannot be sent is retried. */
export const alarmNotice = pgTable(
  'alarm_notice',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    alarmId: bigint('alarm_id', { mode: 'number' })
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    way: text('way').$type<AlarmWay>().notNull(),
    change: text('change').$type<AlarmChange>().notNull(),
    /** Days since the alarm was raised, for reminders and a message after a quiet time; otherwise 0. */
    day: integer('day').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** The next try; `null` after it was sent or given up. */
    due: instant('due'),
    sent: instant('sent'),
  },
  (table) => [
    unique('alarm_notice_once').on(table.alarmId, table.way, table.change, table.day),
    index('alarm_notice_due')
      .on(table.way, table.due)
      .where(sql`${table.due} is not null`),
  ],
);
