import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';

/**
 * Locks the derivation from histories, and the storing of imported GPTs, until the end of the transaction, so that data
 * read by one transaction do not change before it writes. Call it before any row is locked.
 */
export async function lockDerivation(transaction: Executor): Promise<void> {
  await lockUntilCommit(transaction, 'history derivation');
}
