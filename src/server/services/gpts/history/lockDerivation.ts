import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';

/**
 * Until the end of the transaction, lets no other one work out what follows from histories, or store GPTs of an import:
 * what one of them looked at stays so until it has written. Taken before any row is locked.
 */
export async function lockDerivation(transaction: Executor): Promise<void> {
  await lockUntilCommit(transaction, 'history derivation');
}
