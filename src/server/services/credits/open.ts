import type { Executor } from '#server/db/connect.ts';
import { creditBalance } from '#server/db/schema/credits.ts';

/** Opens the balance of a new account, which is empty. */
export async function openBalance(transaction: Executor, userId: string): Promise<void> {
  await transaction.insert(creditBalance).values({ userId });
}
