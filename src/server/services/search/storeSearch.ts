import { eq, sql } from 'drizzle-orm';
import type { SearchSource } from '#contract/search/aiSearch.ts';
import type { SearchScope } from '#domain/search/aiSearch.ts';
import type { Database } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { answerSearch, searchText } from '#server/db/schema/search.ts';
import type { ReadPage } from '#server/services/search/passages/chooseSources.ts';

type SearchRecord = {
  scope: SearchScope;
  queries: readonly string[];
  sources: SearchSource[];
  pages: readonly Pick<ReadPage, 'text' | 'text_hash'>[];
};

/** Days for which texts of quoted pages are stored. */
const keptDays = 30;

/** Stores queries, sources and the quoted texts of an answer. Throws when the answer was deleted. */
export async function storeSearch(
  database: Database,
  answerId: string,
  { scope, queries, sources, pages }: SearchRecord,
): Promise<void> {
  const quoted = new Set(sources.map((source) => source.text_hash));
  // Rows are written in one order, so that two searches that quote the same pages cannot deadlock.
  const texts = [...new Map(pages.map((page) => [page.text_hash, page.text]))]
    .filter(([hash]) => quoted.has(hash))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([hash, text]) => ({ hash, text }));
  await database.transaction(async (transaction) => {
    await transaction
      .insert(answerSearch)
      .values({ answerId, scope, queries: [...queries], sources, followUps: [] });
    if (texts.length === 0) return;
    await transaction
      .insert(searchText)
      .values(texts)
      .onConflictDoUpdate({ target: searchText.hash, set: { used: sql`now()` } });
  });
}

export async function storeFollowUps(
  database: Database,
  answerId: string,
  followUps: string[],
): Promise<void> {
  await database.query
    .update(answerSearch)
    .set({ followUps })
    .where(eq(answerSearch.answerId, answerId));
}

/** Deletes texts that no answer quoted recently. The quotes themselves stay with their answers. */
export async function deleteOldTexts(database: Database): Promise<void> {
  const isOld = sql`${searchText.used} < now() - make_interval(days => ${keptDays})`;
  await deleteInBatches(database.query, searchText, isOld);
}
