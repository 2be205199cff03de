import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { snapshotChange, snapshotOrigin } from '#server/db/schema/publishing.ts';

/*
 * The changes of rows that the site shows, by the transactions that made them. Raw, because almost every term is a
 * function of PostgreSQL's on transactions, and a state must be read as of one instant, in one statement.
 */

/** SQL: the tables whose triggers record their changes in `snapshot_change`. */
const recordedTables = sql`(select distinct tgrelid as id
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and prosrc like '%INSERT INTO snapshot_change%')`;

/**
 * SQL: a text that differs between databases, after each restart, and after tables are made or filled again: each may mean
 * that a backup was restored, after which numbers of transactions come a second time.
 */
const databaseIdentity = sql`concat_ws(' ',
  (select oid from pg_database where datname = current_database()),
  extract(epoch from pg_postmaster_start_time()),
  (select string_agg(pg_relation_filenode(id)::text, ' ' order by id) from ${recordedTables} as recorded),
  pg_relation_filenode('snapshot_change'))`;

/**
 * The condition on `snapshot_change` that a transaction with the snapshot `seen` did not see a change. The first part is
 * looked up in the index; the second one excludes transactions that had committed then.
 */
function isUnseen(seen: string | null): SQL {
  return sql`changed >= pg_snapshot_xmin(${seen}::pg_snapshot)
    and not pg_visible_in_snapshot(changed, ${seen}::pg_snapshot)`;
}

const snapshotState = {
  /** PostgreSQL's snapshot of the transaction, as text. */
  seen: z.string(),
  /** A text that changes whenever earlier snapshots mean nothing any more. */
  identity: z.string(),
  /** Whether `snapshot_origin` is of this database and this closed day. */
  isSettled: z.boolean(),
  /** Whether all changes since an earlier snapshot are still known, and whether there are any. */
  isKnown: z.boolean(),
  isChanged: z.boolean(),
};

/** The state of the database for snapshots. */
export type SnapshotState = RowOf<typeof snapshotState>;

/** Reads the state, compared with the snapshot `seen`; `null` for none. */
export async function readSnapshotState(
  executor: Executor,
  closedDay: Day,
  seen: string | null,
): Promise<SnapshotState> {
  const { rows } = await executor.execute(sql`
    select pg_current_snapshot()::text as seen, here.identity,
      coalesce(origin.identity = here.identity and origin.closed_day >= ${closedDay}, false) as "isSettled",
      coalesce(origin.identity = here.identity and origin.floor <= pg_snapshot_xmin(${seen}::pg_snapshot)
        and pg_snapshot_xmax(${seen}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()), false) as "isKnown",
      exists (select from snapshot_change where ${isUnseen(seen)}) as "isChanged"
    from (select ${databaseIdentity} as identity) as here left join snapshot_origin as origin on true`);
  const [state] = parseRows(snapshotState, rows);
  if (!state) throw new Error('The state of the database was not read');
  return state;
}

/**
 * Stores that snapshots of a closed day begin here, and deletes older changes and those of before a restore. Does nothing
 * when another transaction has done it.
 */
export async function settleSnapshots(transaction: Executor, closedDay: Day): Promise<void> {
  const { rows } = await transaction.execute(sql`
    insert into snapshot_origin as stored (identity, closed_day, floor)
    select ${databaseIdentity}, ${closedDay}, pg_snapshot_xmin(pg_current_snapshot())
    on conflict ("only") do update set
      identity = excluded.identity, closed_day = excluded.closed_day,
      floor = case when stored.identity = excluded.identity then greatest(stored.floor, excluded.floor)
        else excluded.floor end
    where stored.identity <> excluded.identity or stored.closed_day < excluded.closed_day
    returning floor::text`);
  const [settled] = parseRows({ floor: snapshotOrigin.floor }, rows);
  if (settled === undefined) return;
  await transaction.execute(sql`
    delete from snapshot_change
    where changed < ${settled.floor}::xid8 or changed >= pg_snapshot_xmax(pg_current_snapshot())`);
}

/** The keys of changed rows by their kind. */
const changedKeys = { kind: snapshotChange.kind, keys: z.array(z.string()) };

/**
 * Returns what changed since the snapshot `seen`. A changed user counts as the GPTs that they reviewed, by what is stored
 * now: a review may be newer than the change of its user's name.
 */
export async function readChangedKeys(
  executor: Executor,
  seen: string,
): Promise<RowOf<typeof changedKeys>[]> {
  const { rows } = await executor.execute(sql`
    with unseen as (select distinct kind, key from snapshot_change where ${isUnseen(seen)})
    select kind, array_agg(distinct key order by key) as keys from (
      select kind, key from unseen where kind <> 'user'
      union all
      select 'gpt', review.gpt_id from unseen join review on review.user_id = unseen.key::uuid
      where kind = 'user' and review.text is not null
    ) as found group by kind`);
  return parseRows(changedKeys, rows);
}

const catalogueState = {
  snapshot: z.string(),
  identity: z.string(),
  /** Whether changes since then have been deleted. */
  isForgotten: z.boolean(),
  /** The ids of GPTs that changed since then. */
  changed: z.array(z.string()),
};

/** The state of the catalogue, compared with an earlier snapshot. */
export type CatalogueState = RowOf<typeof catalogueState>;

/** Reads the state, compared with the snapshot `seen` (`null` for none), with at most `most` changed GPTs. */
export async function readCatalogueState(
  executor: Executor,
  seen: string | null,
  most: number,
): Promise<CatalogueState> {
  const { rows } = await executor.execute(sql`
    select pg_current_snapshot()::text as snapshot, ${databaseIdentity} as identity,
      coalesce((select floor from snapshot_origin) > pg_snapshot_xmin(${seen}::pg_snapshot), false) as "isForgotten",
      array(select distinct key from snapshot_change where kind = 'gpt' and ${isUnseen(seen)}
        limit ${most}) as changed`);
  const [state] = parseRows(catalogueState, rows);
  if (!state) throw new Error('The state of the catalogue was not read');
  return state;
}
