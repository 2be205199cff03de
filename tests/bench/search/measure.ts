import type { JudgedQuery } from '../../fixtures/search/readJudgedQueries.ts';
import type { CatalogueName } from './catalogues.ts';
import type { Search } from './engine.ts';

/** The results of one query, and where the accepted ones are among them. */
export type QueryResult = {
  judged: JudgedQuery;
  found: string[];
  accepted: ReadonlySet<string>;
};

/** Shares from 0 to 1, on average over queries; `mrr` is the reciprocal of the first accepted result's rank. */
export type Scores = {
  queries: number;
  hit1: number;
  hit5: number;
  precision5: number;
  mrr: number;
};

/** Asks an engine every query that the catalogue has something for. */
export async function askAll(
  search: Search,
  queries: readonly JudgedQuery[],
  catalogue: CatalogueName,
): Promise<QueryResult[]> {
  const results: QueryResult[] = [];
  for (const judged of queries) {
    if (judged[catalogue].length === 0) continue;
    const found = await search(judged.query, judged.locale);
    results.push({ judged, found, accepted: new Set(judged[catalogue]) });
  }
  return results;
}

export function scoresOf(results: readonly QueryResult[]): Scores {
  const average = (score: (result: QueryResult) => number) =>
    results.reduce((sum, result) => sum + score(result), 0) / Math.max(1, results.length);
  return {
    queries: results.length,
    hit1: average((result) => (rankOf(result) === 1 ? 1 : 0)),
    hit5: average((result) => (rankOf(result) <= 5 ? 1 : 0)),
    precision5: average(precisionOf),
    mrr: average((result) => 1 / rankOf(result)),
  };
}

/** The rank of the first accepted result, from 1; infinite where there is none. */
export function rankOf({ found, accepted }: QueryResult): number {
  const index = found.findIndex((id) => accepted.has(id));
  return index === -1 ? Number.POSITIVE_INFINITY : index + 1;
}

/** The accepted share of the first five results, or of as many as there are accepted ones. */
function precisionOf({ found, accepted }: QueryResult): number {
  const right = found.slice(0, 5).filter((id) => accepted.has(id)).length;
  return right / Math.min(5, accepted.size);
}
