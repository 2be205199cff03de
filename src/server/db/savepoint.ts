import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isDatabaseGone } from '#server/errors.ts';

/**
 * Runs `work` as a part of a transaction that can fail alone: its changes are undone, and the transaction can continue.
 * Throws what `work` throws.
 */
export async function withSavepoint<Result>(
  transaction: Executor,
  work: () => Promise<Result>,
): Promise<Result> {
  await transaction.execute(sql`savepoint part`);
  try {
    const result = await work();
    await transaction.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    if (!isDatabaseGone(error)) await transaction.execute(sql`rollback to savepoint part`);
    throw error;
  }
}
