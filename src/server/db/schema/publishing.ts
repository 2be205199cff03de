import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { xid8, instant, created } from '#server/db/schema/columns.ts';

/** A publish that waits or runs, or what came of it. */
export type PublishState = 'waiting' | 'running' | 'published' | 'unchanged' | 'failed';

/**
 * The rows that the site shows and the transactions that changed them; triggers write it. Rows are only added, so that
 * writers never wait for each other here.
 */
export const snapshotChange = pgTable(
  'snapshot_change',
  {
    changed: xid8('changed').notNull(),
    /** `gpt`, `user` and `model` with an id, `period` as `{range}/{value}`, `table` as `{range}/{value}/{scope}`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changed, table.kind, table.key] })],
);

/** Since when `snapshot_change` is complete: one row. */
export const snapshotOrigin = pgTable('snapshot_origin', {
  only: boolean('only').primaryKey().default(true),
  /** Which database this is, since its last start (see `services/snapshot/changesSince.ts`). */
  identity: text('identity').notNull(),
  /** The closed day of the newest snapshot. */
  closedDay: date('closed_day').notNull(),
  /** Changes by transactions before this one are forgotten. */
  floor: xid8('floor').notNull(),
});

/** Data folders that serve a site; one that was not seen for long is gone. */
export const publishingSite = pgTable('publishing_site', {
  /** As `folder.id` in it says. */
  id: text('id').primaryKey(),
  seen: instant('seen').notNull().defaultNow(),
});

/** Publishes of a site: at most one waits and one runs, the others have ended. A request while one waits joins it. */
export const publishRun = pgTable(
  'publish_run',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => publishingSite.id, { onDelete: 'cascade' }),
    state: text('state').$type<PublishState>().notNull().default('waiting'),
    /** Who asked, the first eight different ones, and how often. */
    askedBy: text('asked_by').array().notNull(),
    asks: integer('asks').notNull().default(1),
    /** Whether no operator asked for a publish as such: after a rollback these wait. */
    isAutomatic: boolean('is_automatic').notNull(),
    /** Whether everything is rendered anew, and whether new content is pulled before. */
    isFull: boolean('is_full').notNull().default(false),
    isPulling: boolean('is_pulling').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    created: created(),
    /** Not before this. */
    due: instant('due').notNull().defaultNow(),
    started: instant('started'),
    ended: instant('ended'),
    /** The outcome: the release that is served since, its pages and the snapshot that it shows; or why it failed. */
    releaseId: text('release_id'),
    pages: integer('pages'),
    snapshot: text('snapshot'),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('publish_run_waiting')
      .on(table.siteId)
      .where(sql`${table.state} = 'waiting'`),
    uniqueIndex('publish_run_running')
      .on(table.siteId)
      .where(sql`${table.state} = 'running'`),
    index('publish_run_by_site').on(table.siteId, table.id),
  ],
);

/** Hooks that were taken, by the id of their delivery and by their body: each counts once. Kept for seven days. */
export const hookDelivery = pgTable('hook_delivery', {
  key: text('key').primaryKey(),
  received: instant('received').notNull().defaultNow(),
});
