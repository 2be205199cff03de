import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

/*
 * Facts about the database server, for `dolores doctor`. Raw, because they are functions and catalogues of PostgreSQL's.
 */

const facts = {
  version: z.string(),
  name: z.string(),
  encoding: z.string(),
  isReplica: z.boolean(),
  /** Whether the locales of the system have another version than when the database was made. */
  hasOldCollation: z.boolean(),
  maxConnections: z.number(),
  usedConnections: z.number(),
};

export type DatabaseFacts = RowOf<typeof facts>;

export async function readDatabaseFacts(executor: Executor): Promise<DatabaseFacts> {
  const { rows } = await executor.execute(sql`
    select current_setting('server_version') as version, current_database() as name,
      pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as "isReplica",
      coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as "hasOldCollation",
      current_setting('max_connections')::integer as "maxConnections",
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as "usedConnections"
    from pg_database where datname = current_database()`);
  const [found] = parseRows(facts, rows);
  if (!found) throw new Error('The facts of the database were not read');
  return found;
}

/** Returns the time of the database's clock. */
export async function readClock(executor: Executor): Promise<Date> {
  const { rows } = await executor.execute(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const [found] = parseRows({ now: z.number() }, rows);
  return new Date(found?.now ?? Number.NaN);
}
