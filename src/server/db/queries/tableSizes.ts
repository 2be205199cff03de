import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

/* The catalogue of PostgreSQL, which is not part of the schema. */

/** A table, with the planner's estimate of its rows: counting a large one takes minutes. */
const tableSize = { table: z.string(), rows: z.number(), bytes: z.number() };
export type TableSize = RowOf<typeof tableSize>;

/** Returns the largest tables of this database, with their indexes, largest first. */
export async function readTableSizes(executor: Executor, most: number): Promise<TableSize[]> {
  const { rows } = await executor.execute(sql`
    select relname as table, greatest(reltuples, 0)::float8 as rows,
      pg_total_relation_size(pg_class.oid)::float8 as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker')
    order by bytes desc limit ${most}`);
  return parseRows(tableSize, rows);
}
