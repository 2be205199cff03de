import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, created } from '#server/db/schema/columns.ts';

/** Servers that run answers. A server with an old heartbeat is dead. */
export const serverInstance = pgTable('server_instance', {
  id: uuid('id').primaryKey(),
  heartbeat: instant('heartbeat').notNull().defaultNow(),
});

/** Rows that a server writes to test whether the database can still store anything. Unlogged; emptied at each test. */
export const writeProbe = pgTable('write_probe', { filler: text('filler').notNull() });

/** Changes by operators and servers: who made them, by which program, and why. Older rows do not say who. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').notNull().default({}),
    created: created(),
    /** The name of the operator, or `server`. */
    by: text('by').notNull().default('unknown'),
    /** The command line or the server, with its host. */
    via: text('via').notNull().default('unknown'),
    reason: text('reason'),
  },
  (table) => [index('audit_entry_by_created').on(table.created, table.id)],
);

/** Backups that were begun. The next backup marks those that a killed process left as failed. */
export const backupRun = pgTable(
  'backup_run',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The folder or the bucket with its prefix. */
    target: text('target').notNull(),
    started: instant('started').notNull().defaultNow(),
    finished: instant('finished'),
    state: text('state', { enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    /** Stored bytes, of files that earlier backups of the target have not stored already. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** Why it failed. */
    reason: text('reason'),
  },
  (table) => [index('backup_run_by_start').on(table.started)],
);

/** One row if this database was restored from a backup and not released by `dolores resume`: it does nothing outside. */
export const restoredCopy = pgTable(
  'restored_copy',
  {
    only: boolean('only').primaryKey().default(true),
    /** The backup that it was restored from. */
    backup: text('backup').notNull(),
    restored: instant('restored').notNull().defaultNow(),
  },
  (table) => [check('restored_copy_only', sql`${table.only}`)],
);

/**
 * Deleted accounts. `logged` once the log of deletions outside of the database has them, by which they are deleted again
 * after a restore.
 */
export const erasedAccount = pgTable(
  'erased_account',
  {
    accountId: uuid('account_id').primaryKey(),
    erased: instant('erased').notNull().defaultNow(),
    logged: boolean('logged').notNull().default(false),
  },
  (table) => [
    index('erased_account_unlogged')
      .on(table.erased)
      .where(sql`not ${table.logged}`),
  ],
);

/** Days (UTC) whose report is mailed to the operator; each once. */
export const reportMail = pgTable('report_mail', {
  day: date('day', { mode: 'string' }).primaryKey(),
  mailed: instant('mailed'),
});
