import { inArray } from 'drizzle-orm';
import type { searchConversations as endpoint } from '#contract/conversations/conversations.ts';
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
import { toTsquery, parseQuery } from '#server/services/conversations/search/lexemes.ts';

type SearchResult = ResponseOf<typeof endpoint>;

const conversationsPerPage = 20;

/** Conversations that are searched one by one. */
const recentConversations = 100;

/** Most hits that are shown of one conversation, the first ones. */
const hitsAtMost = 3;

const searchedCharacters = 200_000;

/**
 * Finds the acting user's conversations with a title or message that contains all words of the query, of which the last
 * may be unfinished; the last used first. A query without words or emoji finds nothing.
 */
export async function searchConversations(
  context: Context,
  { query, page = 1 }: { query: string; page?: number | undefined },
): Promise<SearchResult> {
  const userId = signedInUser(context);
  const parsed = parseQuery(query);
  const terms = toTsquery(userId, parsed);
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
      title: markHits(card.title, parsed),
      hits: messages.map(({ id: message, role, text }) => {
        return { message_id: message, role, excerpt: excerptOf(text, parsed) };
      }),
    };
  });
  return { items, has_more: ids.length > conversationsPerPage };
}

/**
 * Returns the ids of one page, and one more if there is a next page. Frequent words are found in the recently used
 * conversations, one by one; only rare words are searched in all conversations at once.
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
  return findMessages(executor, ids, { terms, most: hitsAtMost, characters: searchedCharacters });
}
