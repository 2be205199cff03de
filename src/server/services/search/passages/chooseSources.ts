import type { SearchQuote, SearchSource } from '#contract/search/aiSearch.ts';
import { ageOf, searchLimits } from '#domain/search/aiSearch.ts';
import { dayOf } from '#domain/dates.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { splitPassages } from '#server/services/search/passages/splitPassages.ts';
import { coverageOf, scoreTexts } from '#server/services/search/passages/rankPassages.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';

export type ReadPage = Omit<SearchSource, 'number' | 'age' | 'quotes'> & { text: string };

/** The fewest content words of the question, as a share, that a source must contain; another share if the caller has one. */
const defaultCoverage = 0.5;

/** The lowest score of a passage, as a share of the best passage's score. */
const leastShare = 0.3;

type Scored = SearchQuote & { page: ReadPage; score: number };

/**
 * Chooses the passages that an answer may use: the best ones of pages that contain the question's words, within
 * `maxTokens`. Returns them by page, numbered from 1, the best page first; nothing if no page is about the question.
 */
export function chooseSources(
  question: string,
  pages: readonly ReadPage[],
  {
    maxTokens,
    now,
    leastCoverage = defaultCoverage,
  }: { maxTokens: number; now: Date; leastCoverage?: number },
): SearchSource[] {
  const words = contentWords(question);
  const passages = pages.flatMap((page) =>
    splitPassages(page.text)
      .filter(({ text }) => text.length <= searchLimits.quoteCharacters * 2)
      .map((passage) => ({ ...passage, page })),
  );
  const scores = scoreTexts(
    question,
    passages.map(({ page, text }) => `${page.title}\n${text}`),
  );
  const scored = passages
    .map((passage, index) => ({ ...passage, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const least = (scored[0]?.score ?? 0) * leastShare;
  const chosen = scored.filter(({ score }) => score >= least);
  const groups = [...Map.groupBy(chosen, ({ page }) => page)]
    .map(([page, quotes]) => ({ page, quotes: quotes.slice(0, searchLimits.quotesPerSource) }))
    .filter((group) => coverage(words, group) >= leastCoverage)
    .slice(0, searchLimits.sources);
  return withinTokens(groups, maxTokens).map(({ page, quotes }, index) =>
    toSource(page, quotes, index + 1, now),
  );
}

type Group = { page: ReadPage; quotes: readonly Scored[] };

function coverage(words: readonly string[], { page, quotes }: Group): number {
  const text = [page.title, ...quotes.map((quote) => quote.text)].join('\n');
  return coverageOf(words, text);
}

/** Takes the best passage of each page, then their second ones, until the tokens are used up. */
function withinTokens(groups: readonly Group[], maxTokens: number): Group[] {
  let left = maxTokens;
  const kept = new Map<ReadPage, Scored[]>();
  for (let round = 0; round < searchLimits.quotesPerSource; round += 1) {
    for (const { page, quotes } of groups) {
      const quote = quotes[round];
      if (quote === undefined) continue;
      left -= estimateTokens(quote.text) + 20;
      if (left < 0) return groupsOf(kept);
      kept.set(page, [...(kept.get(page) ?? []), quote]);
    }
  }
  return groupsOf(kept);
}

function groupsOf(kept: ReadonlyMap<ReadPage, Scored[]>): Group[] {
  return [...kept].map(([page, quotes]) => ({ page, quotes }));
}

function toSource(
  { text: _, ...page }: ReadPage,
  quotes: readonly Scored[],
  number: number,
  now: Date,
): SearchSource {
  return {
    ...page,
    number,
    age: ageOf(page.date, dayOf(now)),
    quotes: quotes.map(({ text, start, end }) => ({ text, start, end })),
  };
}
