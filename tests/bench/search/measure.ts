import type { JudgedQuery } from '../../fixtures/search/readJudgedQueries.ts';
import type { CatalogueName } from './catalogues.ts';
import type { Search } from './engine.ts';

/** The results of one query, and where the accepted ones are among them. */
export type QueryResult = {
  judged: JudgedQuery;
  found: string[];
  accepted: ReadonlySet<string>;
  /** Ids that are not absurd. */
  bearable: ReadonlySet<string>;
};

/** Shares from 0 to 1, on average over queries; `mrr` is the reciprocal of the first accepted result's rank. */
export type Scores = {
  queries: number;
  hit1: number;
  hit5: number;
  precision5: number;
  mrr: number;
  /** Of the results among the first five, also if no GPT fits: those that a person would find unacceptable. */
  absurd: number;
  /** Of the queries that the catalogue has something for: those without a result. */
  empty: number;
};

/** Asks an engine every query, also those that the catalogue has nothing for. */
export async function askAll(
  search: Search,
  queries: readonly JudgedQuery[],
  catalogue: CatalogueName,
): Promise<QueryResult[]> {
  const results: QueryResult[] = [];
  for (const judged of queries) {
    const found = await search(judged.query, judged.locale);
    const accepted = new Set(judged[catalogue]);
    results.push({ judged, found, accepted, bearable: new Set(judged.bearable[catalogue]) });
  }
  return results;
}

export function scoresOf(all: readonly QueryResult[]): Scores {
  const results = all.filter(isServed);
  const shown = all.flatMap(({ found, bearable }) => {
    return found.slice(0, 5).map((id) => bearable.has(id));
  });
  const average = (score: (result: QueryResult) => number) =>
    results.reduce((sum, result) => sum + score(result), 0) / Math.max(1, results.length);
  return {
    queries: results.length,
    hit1: average((result) => (rankOf(result) === 1 ? 1 : 0)),
    hit5: average((result) => (rankOf(result) <= 5 ? 1 : 0)),
    precision5: average(precisionOf),
    mrr: average((result) => 1 / rankOf(result)),
    absurd: shown.filter((isBearable) => !isBearable).length / Math.max(1, shown.length),
    empty: average(({ found }) => (found.length === 0 ? 1 : 0)),
  };
}

/** Whether the catalogue has something for the query. */
export function isServed({ accepted }: QueryResult): boolean {
  return accepted.size > 0;
}

/** The rank of the first accepted result, from 1; infinite without one. */
export function rankOf({ found, accepted }: Pick<QueryResult, 'found' | 'accepted'>): number {
  const index = found.findIndex((id) => accepted.has(id));
  return index === -1 ? Number.POSITIVE_INFINITY : index + 1;
}

/** The accepted share of the first five results, or of as many as there are accepted ones. */
function precisionOf({ found, accepted }: QueryResult): number {
  const right = found.slice(0, 5).filter((id) => accepted.has(id)).length;
  return right / Math.min(5, accepted.size);
}
