import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { planCancellation } from '#server/db/schema/plans.ts';

export type CancellationRow = typeof planCancellation.$inferSelect;

/** Reads a cancellation and locks it until the transaction ends. */
export async function lockCancellation(
  transaction: Executor,
  id: string,
): Promise<CancellationRow | undefined> {
  const [row] = await transaction
    .select()
    .from(planCancellation)
    .where(eq(planCancellation.id, id))
    .for('update');
  return row;
}
