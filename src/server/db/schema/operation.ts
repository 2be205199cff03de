import { bigserial, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, created } from '#server/db/schema/columns.ts';

/** Servers that run answers. A server with an old heartbeat is dead. */
export const serverInstance = pgTable('server_instance', {
  id: uuid('id').primaryKey(),
  heartbeat: instant('heartbeat').notNull().defaultNow(),
});

/** Rows that a server writes to test whether the database can still store anything. Unlogged; emptied at each test. */
export const writeProbe = pgTable('write_probe', { filler: text('filler').notNull() });

/** The actions of operators on money or public content. */
export const auditEntry = pgTable('audit_entry', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  details: jsonb('details').notNull().default({}),
  created: created(),
});
