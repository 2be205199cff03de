import { inArray } from 'drizzle-orm';
import type { searchConversations as endpoint } from '#contract/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  type FoundMessage,
  findMessages,
  searchAll,
  searchRecent,
} from '#server/db/queries/conversationSearch.ts';
import { conversation } from '#server/db/schema/chat.ts';
import {
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { excerptOf, markHits } from '#server/services/conversations/search/excerpt.ts';
import { queryOf, readWanted } from '#server/services/conversations/search/lexemes.ts';

type Found = ResponseOf<typeof endpoint>;

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
  const limit = conversationsPerPage + 1;
  const search = { userId, terms, limit, offset };
  const recent =
    offset < recentConversations ? await searchRecent(executor, search, recentConversations) : [];
  return recent.length === limit ? recent : searchAll(executor, search);
}

async function readCards(executor: Executor, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof toConversationCard>>();
  const rows = await executor
    .select(cardColumns)
    .from(conversation)
    .where(inArray(conversation.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toConversationCard(row)]));
}

async function findHits(
  executor: Executor,
  ids: readonly string[],
  terms: string,
): Promise<FoundMessage[]> {
  if (ids.length === 0) return [];
  return findMessages(executor, ids, { terms, most: hitsAtMost, characters: lookedThrough });
}
