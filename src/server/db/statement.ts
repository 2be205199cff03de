import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { Executor } from '#server/db/connect.ts';

/**
 * A prepared statement with `$1`, `$2`, …, for SQL that runs for every question or answer. Each connection parses and
 * plans it once, by its name, which must be unique.
 */
export type Statement = { name: string; text: string };

/** Runs a statement, outside or inside a transaction. Returns its rows. */
export async function run<Row extends QueryResultRow>(
  executor: Executor,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await clientOf(executor).query<Row>({ name, text, values: [...values] });
  return rows;
}

/** Returns the pool or client on which `connect.ts` made an executor. */
function clientOf(executor: Executor): Pool | PoolClient {
  return (executor as Executor & { $client: Pool | PoolClient }).$client;
}
