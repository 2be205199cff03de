import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** Of two imports of histories at once, lets one at a time work out what follows, until the end of its transaction. */
export async function lockDerivation(transaction: Executor): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('history derivation'))`);
}
