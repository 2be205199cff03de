import { and, eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';

/** Whether a dispute froze credits: it does not when its order had granted none. */
export async function isFrozenBy(transaction: Executor, source: LedgerSource): Promise<boolean> {
  const [entry] = await transaction
    .select({ id: ledgerEntry.id })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.kind, 'freeze'),
        eq(ledgerEntry.sourceType, source.type),
        eq(ledgerEntry.sourceId, source.id),
      ),
    );
  return entry !== undefined;
}
