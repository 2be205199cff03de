import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/**
 * Creates a stand-in for a streaming replica: the same database, in which the functions that a replica is asked for say
 * that it is one. `tests/cluster/replica.test.ts` has a real replica.
 */
export async function createStandby(query: Executor): Promise<void> {
  await query.execute(sql`create schema standby`);
  await query.execute(sql`create table standby.paused (at pg_lsn)`);
  await query.execute(sql`create function standby.pg_is_in_recovery() returns boolean
    language sql as 'select true'`);
  await query.execute(sql`create function standby.pg_last_wal_replay_lsn() returns pg_lsn
    language sql as 'select coalesce((select at from standby.paused), pg_catalog.pg_current_wal_lsn())'`);
}

/** Returns the address by which a database is its own stand-in. */
export function standbyUrl(url: string): string {
  const standby = new URL(url);
  standby.searchParams.set('options', '-c search_path=standby,public,pg_catalog');
  return standby.href;
}

/** Lets the stand-in apply nothing more, and writes something that it lacks. */
export async function pauseStandby(query: Executor): Promise<void> {
  await query.execute(sql`insert into standby.paused values (pg_current_wal_lsn())`);
}

export async function resumeStandby(query: Executor): Promise<void> {
  await query.execute(sql`delete from standby.paused`);
}
