import { inArray, sql } from 'drizzle-orm';
import type { searchConversations as endpoint } from '#contract/conversations.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { conversation } from '#server/db/schema/chat.ts';
import {
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { excerptOf, markHits } from '#server/services/conversations/search/excerpt.ts';
import { queryOf, readWanted } from '#server/services/conversations/search/lexemes.ts';

type Found = AnswerOf<typeof endpoint>;
type Hit = { conversationId: string; id: string; role: 'user' | 'assistant'; text: string };

const conversationsPerPage = 20;

/** Conversations that are looked through one by one. */
const recentConversations = 100;

/** Messages of one conversation that are shown with it, the first ones. */
const hitsAtMost = 3;

/** Characters of a message in which its hits are looked for. */
const lookedThrough = 200_000;

/**
 * The acting user’s conversations whose title or one of whose messages has all words of the query, the last of them
 * perhaps unfinished; those used last first. A query without words or pictures finds nothing.
 */
export async function searchConversations(
  context: Context,
  { query, page = 1 }: { query: string; page?: number | undefined },
): Promise<Found> {
  const userId = signedInUser(context);
  const wanted = readWanted(query);
  const terms = queryOf(userId, wanted);
  if (terms === null) return { items: [], has_more: false };
  const executor = context.database.query;
  const offset = (page - 1) * conversationsPerPage;
  const ids = await findConversations(executor, userId, terms, offset);
  const shown = ids.slice(0, conversationsPerPage);
  const [cards, hits] = await Promise.all([
    readCards(executor, shown),
    findHits(executor, shown, terms),
  ]);
  const items = shown.flatMap((id) => {
    const card = cards.get(id);
    if (!card) return [];
    const messages = hits.filter(({ conversationId }) => conversationId === id);
    return {
      conversation: card,
      title: markHits(card.title, wanted),
      hits: messages.map(({ id: message, role, text }) => {
        return { message_id: message, role, excerpt: excerptOf(text, wanted) };
      }),
    };
  });
  return { items, has_more: ids.length > conversationsPerPage };
}

/**
 * Those of one page, and one more where there is a next page. Frequent words are found in the conversations that were
 * used last, one by one; only rare words are looked for in all of them at once.
 */
async function findConversations(
  executor: Executor,
  userId: string,
  terms: string,
  offset: number,
): Promise<string[]> {
  const recent = await findAmongRecent(executor, userId, terms, offset);
  return recent.length > conversationsPerPage
    ? recent
    : findAmongAll(executor, userId, terms, offset);
}

async function findAmongRecent(
  executor: Executor,
  userId: string,
  terms: string,
  offset: number,
): Promise<string[]> {
  if (offset >= recentConversations) return [];
  const { rows } = await executor.execute<{ id: string }>(
    sql`select recent.id
      from (
        select id, updated from conversation where user_id = ${userId} and deleted is null
        order by updated desc, id desc limit ${recentConversations}
      ) recent
      cross join lateral (
        select from conversation_search
        where conversation_search.conversation_id = recent.id
          and conversation_search.words @@ ${terms}::tsquery
        limit 1
      ) hit
      order by recent.updated desc, recent.id desc
      limit ${conversationsPerPage + 1} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
}

async function findAmongAll(
  executor: Executor,
  userId: string,
  terms: string,
  offset: number,
): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(
    sql`select conversation.id
      from (select distinct conversation_id from conversation_search where words @@ ${terms}::tsquery) found
      join conversation on conversation.id = found.conversation_id
        and conversation.user_id = ${userId} and conversation.deleted is null
      order by conversation.updated desc, conversation.id desc
      limit ${conversationsPerPage + 1} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
}

async function readCards(executor: Executor, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof toConversationCard>>();
  const rows = await executor
    .select(cardColumns)
    .from(conversation)
    .where(inArray(conversation.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toConversationCard(row)]));
}

async function findHits(executor: Executor, ids: readonly string[], terms: string): Promise<Hit[]> {
  if (ids.length === 0) return [];
  const { rows } = await executor.execute<Hit>(
    sql`select message.conversation_id as "conversationId", message.id, message.role,
        left(message.text, ${lookedThrough}) as text
      from unnest(${sql.param(ids)}::uuid[]) wanted (id)
      cross join lateral (
        select message.id from conversation_search
        join message on message.id = conversation_search.source_id
        where conversation_search.conversation_id = wanted.id
          and conversation_search.words @@ ${terms}::tsquery
        order by message.position limit ${hitsAtMost}
      ) hit
      join message on message.id = hit.id
      order by message.position`,
  );
  return rows;
}
