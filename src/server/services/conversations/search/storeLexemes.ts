import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { type SearchedText, storeWords } from '#server/db/queries/conversationSearch.ts';
import { conversation, conversationSearch, message } from '#server/db/schema/chat.ts';
import { lexemesOf } from '#server/services/conversations/search/lexemes.ts';

/** A searchable text of a conversation: a message, or the title with the conversation's own id. */
export type ConversationText = { conversationId: string; id: string; text: string };

/** Most characters whose lexemes are stored with one statement. */
const charactersAtOnce = 200_000;

/** Most characters per step: running answers continue between steps. */
const charactersPerStep = 20_000;

/** Conversations that are read at a time while old ones are indexed. */
const conversationsAtOnce = 100;

/**
 * Stores the lexemes of texts, so that their user finds them. Call it in the transaction that stores the texts: the title
 * of a new conversation, each question, each finished answer.
 */
export async function storeLexemes(
  transaction: Executor,
  userId: string,
  sources: readonly ConversationText[],
): Promise<void> {
  for (const some of toBatches(sources)) {
    await storeWords(transaction, await wordsOf(userId, some));
  }
}

async function wordsOf(
  userId: string,
  sources: readonly ConversationText[],
): Promise<SearchedText[]> {
  const rows: SearchedText[] = [];
  let characters = 0;
  for (const { conversationId, id, text } of sources) {
    rows.push({ conversation_id: conversationId, id, lexemes: lexemesOf(userId, text) });
    characters += text.length;
    if (characters < charactersPerStep) continue;
    characters = 0;
    await setImmediate();
  }
  return rows;
}

/** Stores the lexemes of a new title. A conversation that is not indexed yet gets them later. */
export async function storeTitleLexemes(
  transaction: Executor,
  userId: string,
  conversationId: string,
  title: string,
): Promise<void> {
  const lexemes = sql.param(lexemesOf(userId, title));
  await transaction
    .update(conversationSearch)
    .set({ words: sql`array_to_tsvector(${lexemes}::text[])` })
    .where(eq(conversationSearch.sourceId, conversationId));
}

/**
 * Indexes conversations that are not indexed: those stored before the search existed. A conversation is indexed if its
 * title is. Each has its own transaction, so that the job can be interrupted and continued. Returns their number.
 */
export async function fillConversationSearch(database: Database): Promise<number> {
  let count = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await findUnindexed(database, last);
    for (const id of ids) count += await indexConversation(database, id);
    if (ids.length < conversationsAtOnce) return count;
    last = ids.at(-1) ?? last;
  }
}

async function findUnindexed({ query }: Database, after: string): Promise<string[]> {
  const indexed = query
    .select({ id: conversationSearch.sourceId })
    .from(conversationSearch)
    .where(eq(conversationSearch.sourceId, conversation.id));
  const rows = await query
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(gt(conversation.id, after), notExists(indexed)))
    .orderBy(conversation.id)
    .limit(conversationsAtOnce);
  return rows.map(({ id }) => id);
}

async function indexConversation(database: Database, id: string): Promise<number> {
  return database.transaction(async (transaction) => {
    // Locked against renaming and finishing answers.
    const [found] = await transaction
      .select({ userId: conversation.userId, title: conversation.title })
      .from(conversation)
      .where(eq(conversation.id, id))
      .for('no key update');
    if (!found) return 0;
    const messages = await transaction
      .select({ id: message.id, text: message.text })
      .from(message)
      .where(and(eq(message.conversationId, id), sql`${message.text} <> ''`));
    const texts = [{ id, text: found.title }, ...messages];
    const sources = texts.map((text) => ({ ...text, conversationId: id }));
    await storeLexemes(transaction, found.userId, sources);
    return 1;
  });
}

function toBatches(sources: readonly ConversationText[]): ConversationText[][] {
  const batches: ConversationText[][] = [];
  let room = 0;
  for (const source of sources) {
    if (batches.length === 0 || room < source.text.length) {
      batches.push([]);
      room = charactersAtOnce;
    }
    batches.at(-1)?.push(source);
    room -= source.text.length;
  }
  return batches;
}
