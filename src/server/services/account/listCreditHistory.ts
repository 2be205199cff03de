import { type SQL, and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { HistoryRow, listCreditHistory as endpoint } from '#contract/credits/history.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, conversation, message } from '#server/db/schema/chat.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { answerIdOfEntry, toLedgerEntry } from '#server/services/account/listLedger.ts';
import { toConversationCard } from '#server/services/conversations/listConversations.ts';

const defaultSize = 50;

/** Most characters of a question. */
const shownCharacters = 200;

type EntryRow = typeof ledgerEntry.$inferSelect;

/** The entries of a question follow its hold, and are not rows of their own. */
const isRow: SQL | undefined = or(
  ne(ledgerEntry.sourceType, 'answer'),
  eq(ledgerEntry.kind, 'hold'),
);

/**
 * Returns the acting user's credits history older than `before`, newest first: a row for each question with its ledger
 * entries, and one for each other entry. Throws `not_signed_in`.
 */
export async function listCreditHistory(
  context: Context,
  { before, size = defaultSize }: { before?: string | undefined; size?: number | undefined },
): Promise<ResponseOf<typeof endpoint>> {
  const { query } = context.database;
  const isOlder = before === undefined ? undefined : lt(ledgerEntry.id, BigInt(before));
  const rows = await query
    .select({
      entry: ledgerEntry,
      answer,
      conversation,
      text: sql<string>`left(${message.text}, ${shownCharacters})`,
      gptName: gpt.name,
    })
    .from(ledgerEntry)
    .leftJoin(answer, eq(answer.id, answerIdOfEntry))
    .leftJoin(
      conversation,
      and(
        eq(conversation.id, answer.conversationId),
        isNull(conversation.deleted),
        eq(conversation.temporary, false),
      ),
    )
    .leftJoin(message, eq(message.id, answer.questionId))
    .leftJoin(gpt, eq(gpt.id, answer.gptId))
    .where(and(eq(ledgerEntry.userId, signedInUser(context)), isRow, isOlder))
    .orderBy(desc(ledgerEntry.id))
    .limit(size);
  const later = await readLaterEntries(
    query,
    rows.map(({ entry }) => entry),
  );
  return {
    items: rows.map((row) => toHistoryRow(row, later.get(row.entry.sourceId) ?? [])),
  };
}

/** Returns the entries of questions after their holds, oldest first, by the answer's id. */
async function readLaterEntries(
  query: Executor,
  entries: readonly EntryRow[],
): Promise<Map<string, EntryRow[]>> {
  const ids = entries.flatMap(({ sourceType, sourceId }) =>
    sourceType === 'answer' ? [sourceId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await query
    .select()
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.sourceType, 'answer'),
        inArray(ledgerEntry.sourceId, ids),
        ne(ledgerEntry.kind, 'hold'),
      ),
    )
    .orderBy(ledgerEntry.id);
  return Map.groupBy(rows, ({ sourceId }) => sourceId);
}

type Row = {
  entry: EntryRow;
  answer: typeof answer.$inferSelect | null;
  conversation: typeof conversation.$inferSelect | null;
  text: string | null;
  gptName: string | null;
};

function toHistoryRow(row: Row, later: readonly EntryRow[]): HistoryRow {
  const { entry } = row;
  const entries = [entry, ...later];
  return {
    id: entry.id.toString(),
    kind: entry.sourceType === 'answer' ? 'question' : entry.kind,
    created: entry.created.toISOString(),
    balance_change: entries.reduce((sum, { balanceChange }) => sum + balanceChange, 0),
    question: toQuestion(row),
    entries: entries.map((one) => toLedgerEntry(one, null)),
  };
}

function toQuestion({ answer: asked, conversation: own, text, gptName }: Row) {
  if (!asked || !own) return null;
  const { id, title, target } = toConversationCard({ ...own, running: false, updated: '' });
  return {
    text: text ?? '',
    model: asked.model,
    gpt: asked.gptId === null ? null : { id: asked.gptId, name: gptName ?? '' },
    conversation: { id, title, target },
    state: asked.state,
    reason: asked.reason,
  };
}
