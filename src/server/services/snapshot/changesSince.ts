import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import type { UnavailableModel } from '#contract/snapshot.ts';
import { snapshotCode } from '#server/services/snapshot/snapshotCode.ts';
import {
  type SnapshotVersion,
  parseVersion,
  versionText,
} from '#server/services/snapshot/snapshotVersion.ts';

/**
 * Of which GPTs and models lines may be different, and which periods (`{range}/{value}`) and tables
 * (`{period}/{scope}`).
 */
export type Changes = { gpts: string[]; models: string[]; periods: string[]; tables: string[] };

/** The values of a snapshot that are not in the database. */
export type SnapshotFacts = {
  closedDay: Day;
  unavailable?: readonly UnavailableModel[];
};

/**
 * The version of what this transaction sees, and what changed since an earlier one; `undefined` where that cannot be
 * told: with another closed day or other unavailable models, of another database, of before its restart, or by other code.
 */
export async function changesSince(
  query: Executor,
  facts: SnapshotFacts,
  since: string | undefined,
): Promise<{ version: string; changes: Changes | undefined }> {
  const earlier = since === undefined ? undefined : parseVersion(since);
  const state = await readState(query, facts, earlier);
  const version = versionText(state.version);
  if (!earlier || !isSame(earlier, state)) return { version, changes: undefined };
  return { version, changes: await readChanges(query, earlier) };
}

/** Whether nothing that the snapshot tells changed since this version. Looks at changes only: milliseconds. */
export async function isCurrent(
  { query }: Database,
  facts: SnapshotFacts,
  version: string,
): Promise<boolean> {
  const earlier = parseVersion(version);
  if (!earlier) return false;
  const state = await readState(query, facts, earlier);
  return isSame(earlier, state) && !state.isChanged;
}

/**
 * Forgets changes that no reader can ask for any more: those before a new closed day, and those that the database noted
 * before it was started or restored, when its transactions may have had other numbers.
 */
export async function forgetOldChanges(database: Database, closedDay: Day): Promise<void> {
  if ((await readState(database.query, { closedDay }, undefined)).isSettled) return;
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ floor: string }>(sql`
      insert into snapshot_origin as stored (identity, closed_day, floor)
      select ${databaseIdentity}, ${closedDay}, pg_snapshot_xmin(pg_current_snapshot())
      on conflict ("only") do update set
        identity = excluded.identity, closed_day = excluded.closed_day,
        floor = case when stored.identity = excluded.identity then greatest(stored.floor, excluded.floor)
          else excluded.floor end
      where stored.identity <> excluded.identity or stored.closed_day < excluded.closed_day
      returning floor::text`);
    const [settled] = rows;
    if (settled === undefined) return;
    await transaction.execute(sql`
      delete from snapshot_change
      where changed < ${settled.floor}::xid8 or changed >= pg_snapshot_xmax(pg_current_snapshot())`);
  });
}

/**
 * A text that is another one in another database, after a restart, and once tables were made or filled anew: each may
 * mean that a backup was restored, after which numbers of transactions come a second time.
 */
export const databaseIdentity = sql`concat_ws(' ',
  (select oid from pg_database where datname = current_database()),
  extract(epoch from pg_postmaster_start_time()),
  pg_relation_filenode('gpt'), pg_relation_filenode('gpt_usage_day'), pg_relation_filenode('review'),
  pg_relation_filenode('ranking_period'), pg_relation_filenode('model_setting'),
  pg_relation_filenode('snapshot_change'))`;

type State = {
  version: SnapshotVersion;
  /** Whether `snapshot_origin` is of this database and this closed day. */
  isSettled: boolean;
  /** Whether all changes since the earlier version are still known, and whether there are any. */
  isKnown: boolean;
  isChanged: boolean;
};

type StateRow = {
  seen: string;
  identity: string;
  is_settled: boolean;
  is_known: boolean;
  is_changed: boolean;
};

async function readState(
  query: Executor,
  { closedDay, unavailable = [] }: SnapshotFacts,
  earlier: SnapshotVersion | undefined,
): Promise<State> {
  const seen = earlier?.seen ?? null;
  const { rows } = await query.execute<StateRow>(sql`
    select pg_current_snapshot()::text as seen, here.identity,
      coalesce(origin.identity = here.identity and origin.closed_day >= ${closedDay}, false) as is_settled,
      coalesce(origin.identity = here.identity and origin.floor <= pg_snapshot_xmin(${seen}::pg_snapshot)
        and pg_snapshot_xmax(${seen}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()), false) as is_known,
      exists (select from snapshot_change where ${isUnseen(seen)}) as is_changed
    from (select ${databaseIdentity} as identity) as here left join snapshot_origin as origin on true`);
  const [row] = rows;
  if (!row) throw new Error('The database does not tell its state');
  const source = createHash('sha256')
    .update(`${row.identity} ${await snapshotCode()} ${JSON.stringify(unavailable)}`)
    .digest('base64url')
    .slice(0, 16);
  return {
    version: { closedDay, source, seen: row.seen },
    isSettled: row.is_settled,
    isKnown: row.is_known,
    isChanged: row.is_changed,
  };
}

function isSame(earlier: SnapshotVersion, { version, isKnown }: State): boolean {
  return isKnown && earlier.closedDay === version.closedDay && earlier.source === version.source;
}

/** Users are looked up here, by what is stored now: what they reviewed may be newer than the change of their name. */
async function readChanges(query: Executor, { seen }: SnapshotVersion): Promise<Changes> {
  const { rows } = await query.execute<{ kind: string; keys: string[] }>(sql`
    with unseen as (select distinct kind, key from snapshot_change where ${isUnseen(seen)})
    select kind, array_agg(distinct key order by key) as keys from (
      select kind, key from unseen where kind <> 'user'
      union all
      select 'gpt', review.gpt_id from unseen join review on review.user_id = unseen.key::uuid
      where kind = 'user' and review.text is not null
    ) as found group by kind`);
  const keysOf = (kind: string) => rows.find((row) => row.kind === kind)?.keys ?? [];
  return {
    gpts: keysOf('gpt'),
    models: keysOf('model'),
    periods: keysOf('period'),
    tables: keysOf('table'),
  };
}

/**
 * The condition on `snapshot_change` that a transaction with the snapshot `seen` did not see a change. The first part is
 * looked up in the index; the second one excludes transactions that had committed then.
 */
export function isUnseen(seen: string | null): SQL {
  return sql`changed >= pg_snapshot_xmin(${seen}::pg_snapshot)
    and not pg_visible_in_snapshot(changed, ${seen}::pg_snapshot)`;
}
