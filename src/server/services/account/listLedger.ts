import { and, desc, eq, lt } from 'drizzle-orm';
import type { listLedger as endpoint } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';

const defaultSize = 50;

/** The acting user's ledger rows, newest first, those older than `before`. Throws `not_signed_in`. */
export async function listLedger(
  context: Context,
  page: { before?: string | undefined; size?: number | undefined },
): Promise<AnswerOf<typeof endpoint>> {
  const isOlder = page.before === undefined ? undefined : lt(ledgerEntry.id, BigInt(page.before));
  const rows = await context.database.query
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.userId, signedInUser(context)), isOlder))
    .orderBy(desc(ledgerEntry.id))
    .limit(page.size ?? defaultSize);
  return {
    items: rows.map((row) => ({
      id: row.id.toString(),
      kind: row.kind,
      balance_change: row.balanceChange,
      held_change: row.heldChange,
      reason: row.reason,
      created: row.created.toISOString(),
    })),
  };
}
