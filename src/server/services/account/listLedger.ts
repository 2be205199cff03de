import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { LedgerEntry, listLedger as endpoint } from '#contract/credits/ledger.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';

const defaultSize = 50;

/** Only entries with an answer as their source have an answer's id. */
export const answerIdOfEntry = sql`case when ${ledgerEntry.sourceType} = 'answer' then ${ledgerEntry.sourceId}::uuid end`;

/**
 * Returns the acting user's ledger entries older than `before`, newest first, each with its conversation unless that
 * was deleted. Throws `not_signed_in`.
 */
export async function listLedger(
  context: Context,
  page: { before?: string | undefined; size?: number | undefined },
): Promise<ResponseOf<typeof endpoint>> {
  const isOlder = page.before === undefined ? undefined : lt(ledgerEntry.id, BigInt(page.before));
  const { id, title, model, gptId } = conversation;
  const rows = await context.database.query
    .select({ entry: ledgerEntry, conversation: { id, title, model, gptId } })
    .from(ledgerEntry)
    .leftJoin(answer, eq(answer.id, answerIdOfEntry))
    .leftJoin(
      conversation,
      and(eq(conversation.id, answer.conversationId), isNull(conversation.deleted)),
    )
    .where(and(eq(ledgerEntry.userId, signedInUser(context)), isOlder))
    .orderBy(desc(ledgerEntry.id))
    .limit(page.size ?? defaultSize);
  return { items: rows.map(({ entry, conversation: found }) => toLedgerEntry(entry, found)) };
}

/** Converts an entry with its conversation, if it is known. */
export function toLedgerEntry(
  entry: typeof ledgerEntry.$inferSelect,
  found: Pick<typeof conversation.$inferSelect, 'id' | 'title' | 'model' | 'gptId'> | null,
): LedgerEntry {
  return {
    id: entry.id.toString(),
    kind: entry.kind,
    balance_change: entry.balanceChange,
    held_change: entry.heldChange,
    frozen_change: entry.frozenChange,
    reason: entry.reason,
    created: entry.created.toISOString(),
    conversation: found && {
      id: found.id,
      title: found.title,
      target: found.gptId === null ? { model: found.model ?? '' } : { gpt: found.gptId },
    },
  };
}
