import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** Whether a database has a table or view of this name, such as `graphile_worker.jobs`. */
export async function hasRelation(executor: Executor, name: string): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`select where to_regclass(${name}) is not null`);
  return rowCount === 1;
}
