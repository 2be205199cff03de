import type { Pool, PoolClient } from 'pg';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, type RowShape, parseRows } from '#server/db/rawRows.ts';

/**
 * A prepared statement with `$1`, `$2`, …, for SQL that runs for every question or answer. Each connection parses and
 * plans it once, by its name, which must be unique.
 */
export type Statement = { name: string; text: string };

/** Runs a statement, outside or inside a transaction. Returns its rows, with the values that the shape names. */
export async function run<Shape extends RowShape>(
  executor: Executor,
  statement: Statement,
  values: readonly unknown[],
  shape: Shape,
): Promise<RowOf<Shape>[]> {
  return parseRows(shape, await execute(executor, statement, values));
}

/** Like `run`, for statements of whose rows no value is read yet. */
export async function execute(
  executor: Executor,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const query = { name, text, values: [...values] };
  return (await clientOf(executor).query<Record<string, unknown>>(query)).rows;
}

/** Returns the pool or client on which `connect.ts` made an executor. */
function clientOf(executor: Executor): Pool | PoolClient {
  return (executor as Executor & { $client: Pool | PoolClient }).$client;
}
