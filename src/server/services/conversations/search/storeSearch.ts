import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { type SearchedText, storeWords } from '#server/db/queries/conversationSearch.ts';
import { conversation, conversationSearch, message } from '#server/db/schema/chat.ts';
import { lexemesOf } from '#server/services/conversations/search/lexemes.ts';

/** A text that is found: a message, or a title under the conversation’s own id. */
export type Source = { id: string; text: string };

/** The same with the conversation that it belongs to. */
export type FoundSource = Source & { conversationId: string };

/** Characters whose lexemes are stored with one statement. */
const charactersAtOnce = 200_000;

/** Characters whose lexemes are made in one go: running answers wait for the next pause. */
const charactersWithoutPause = 20_000;

/** Conversations that are looked at together while old ones are made ready. */
const lookedAtOnce = 100;

/**
 * Makes texts of a conversation found by its user. Callers store the texts in the same transaction: a new
 * conversation’s title, each question, each answer with its end.
 */
export async function storeSearch(
  transaction: Executor,
  userId: string,
  conversationId: string,
  sources: readonly Source[],
): Promise<void> {
  const found = sources.map((source) => ({ ...source, conversationId }));
  await storeSources(transaction, userId, found);
}

/** The same for texts of several conversations. */
export async function storeSources(
  transaction: Executor,
  userId: string,
  sources: readonly FoundSource[],
): Promise<void> {
  for (const some of inPortions(sources)) {
    await storeWords(transaction, await wordsOf(userId, some));
  }
}

async function wordsOf(userId: string, sources: readonly FoundSource[]): Promise<SearchedText[]> {
  const rows: SearchedText[] = [];
  let characters = 0;
  for (const { conversationId, id, text } of sources) {
    rows.push({ conversation_id: conversationId, id, lexemes: lexemesOf(userId, text) });
    characters += text.length;
    if (characters < charactersWithoutPause) continue;
    characters = 0;
    await setImmediate();
  }
  return rows;
}

/** Makes a conversation found by its new title. One that is not ready yet becomes so with this title later. */
export async function storeTitle(
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
 * Makes those conversations ready for the search that are not: stored before there was one. Those are ready whose title
 * is. Each is a transaction of its own, so that this can be broken off and goes on where it was. Returns their number.
 */
export async function fillConversationSearch(database: Database): Promise<number> {
  let count = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await findUnready(database, last);
    for (const id of ids) count += await makeReady(database, id);
    if (ids.length < lookedAtOnce) return count;
    last = ids.at(-1) ?? last;
  }
}

async function findUnready({ query }: Database, after: string): Promise<string[]> {
  const ready = query
    .select({ id: conversationSearch.sourceId })
    .from(conversationSearch)
    .where(eq(conversationSearch.sourceId, conversation.id));
  const rows = await query
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(gt(conversation.id, after), notExists(ready)))
    .orderBy(conversation.id)
    .limit(lookedAtOnce);
  return rows.map(({ id }) => id);
}

async function makeReady(database: Database, id: string): Promise<number> {
  return database.transaction(async (transaction) => {
    // Nobody may rename it or end an answer in it meanwhile.
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
    await storeSearch(transaction, found.userId, id, [{ id, text: found.title }, ...messages]);
    return 1;
  });
}

function inPortions(sources: readonly FoundSource[]): FoundSource[][] {
  const portions: FoundSource[][] = [];
  let room = 0;
  for (const source of sources) {
    if (portions.length === 0 || room < source.text.length) {
      portions.push([]);
      room = charactersAtOnce;
    }
    portions.at(-1)?.push(source);
    room -= source.text.length;
  }
  return portions;
}
