import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { Executor } from '#server/db/connect.ts';

/**
 * SQL with `$1`, `$2`, … that runs for every question or answer. Each connection parses and plans it once, under its
 * name, which no other SQL may have; and nothing puts it together anew each time.
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

/** The connection of an executor: `connect.ts` makes each of ours on a pool or on a client of it. */
function clientOf(executor: Executor): Pool | PoolClient {
  return (executor as Executor & { $client: Pool | PoolClient }).$client;
}
