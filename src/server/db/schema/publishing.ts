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

/** The state of a publish: queued, running, or its outcome. */
export type PublishState = 'waiting' | 'running' | 'published' | 'unchanged' | 'failed';

/**
 * Changes of the rows that the site shows, with the transaction of each. Written by triggers. Rows are only inserted,
 * so that writers never wait for each other.
 */
export const snapshotChange = pgTable(
  'snapshot_change',
  {
    changed: xid8('changed').notNull(),
    /**
     * The kind of `key`: `user` and types of lines such as `gpt` have an id; `period` has `{range}/{value}` and `table`
     * `{range}/{value}/{scope}`.
     */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changed, table.kind, table.key] })],
);

/** The point since which `snapshot_change` is complete. One row. */
export const snapshotOrigin = pgTable('snapshot_origin', {
  only: boolean('only').primaryKey().default(true),
  /** The identity of this database since its last start (see `services/snapshot/changesSince.ts`). */
  identity: text('identity').notNull(),
  /** The closed day of the newest snapshot. */
  closedDay: date('closed_day').notNull(),
  /** Changes by transactions before this one have been deleted. */
  floor: xid8('floor').notNull(),
});

/** Data folders that serve a site. One that was not seen for a long time no longer exists. */
export const publishingSite = pgTable('publishing_site', {
  /** The content of `folder.id` in the data folder. */
  id: text('id').primaryKey(),
  seen: instant('seen').notNull().defaultNow(),
});

/** Publishes of a site. At most one waits and one runs. A request while one waits joins it. */
export const publishRun = pgTable(
  'publish_run',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => publishingSite.id, { onDelete: 'cascade' }),
    state: text('state').$type<PublishState>().notNull().default('waiting'),
    /** The first eight different sources of the requests, and the number of requests. */
    askedBy: text('asked_by').array().notNull(),
    asks: integer('asks').notNull().default(1),
    /** Whether no operator requested it. Such publishes wait after a rollback. */
    isAutomatic: boolean('is_automatic').notNull(),
    /** Whether all pages are rendered again, and whether new content is pulled first. */
    isFull: boolean('is_full').notNull().default(false),
    isPulling: boolean('is_pulling').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    created: created(),
    /** The earliest start. */
    due: instant('due').notNull().defaultNow(),
    started: instant('started'),
    ended: instant('ended'),
    /** The outcome: the new release, its number of pages and its snapshot; or the reason of the failure. */
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

/** Accepted webhook deliveries, by their id and by their body, so that each counts once. Kept for seven days. */
export const hookDelivery = pgTable('hook_delivery', {
  key: text('key').primaryKey(),
  received: instant('received').notNull().defaultNow(),
});
