import type { Executor } from '#server/db/connect.ts';
import { creditBalance } from '#server/db/schema/credits.ts';

/** Creates the empty balance of a new account. */
export async function openBalance(transaction: Executor, userId: string): Promise<void> {
  await transaction.insert(creditBalance).values({ userId });
}
