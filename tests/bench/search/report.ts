import { type Language, languages } from '#domain/languages/languages.ts';
import { type QueryResult, type Scores, isServed, rankOf, scoresOf } from './measure.ts';
import { namedQueries } from './namedQueries.ts';
import type { CatalogueReport, EngineReport } from './run.ts';

/** A table for people: the scores of all engines, per language and in all. */
export function tableOf({ catalogue, engines }: CatalogueReport): string {
  const rows = [...languages, 'all' as const].map((language) => [
    language,
    String(engines[0] ? resultsIn(engines[0], language).filter(isServed).length : 0),
    ...engines.flatMap((engine) => cellsOf(scoresOf(resultsIn(engine, language)))),
  ]);
  const head = [
    '',
    'n',
    ...engines.flatMap(() => ['hit@1', 'hit@5', 'p@5', 'MRR', 'absurd', 'empty']),
  ];
  const groups = ['', '', ...engines.flatMap(({ engine }) => [engine, '', '', '', '', ''])];
  return `${catalogue} catalogue\n${columns([groups, head, ...rows])}`;
}

/** The queries whose first result is not accepted, with the first results and with accepted ones. */
export function missesOf({ catalogue, engines, names }: CatalogueReport): string {
  const nameOf = (id: string) => `${id} “${names.get(id) ?? ''}”`;
  return engines
    .flatMap(({ engine, results }) => [
      `Misses of ${engine} in the ${catalogue} catalogue`,
      ...results
        .filter((result) => isServed(result) && rankOf(result) !== 1)
        .map((result) => missOf(result, nameOf)),
    ])
    .join('\n');
}

/** The first three results of each engine for the named queries, whether or not they are judged. */
export function namedOf({ catalogue, engines, names }: CatalogueReport): string {
  const lines = namedQueries.flatMap(({ query, locale }, index) => [
    `“${query}” (${locale})`,
    ...engines.map(({ engine, named }) => {
      const first = named[index]?.slice(0, 3).map((id) => names.get(id) ?? id) ?? [];
      return `  ${engine.padEnd(10)}  ${first.join(' · ') || '(nothing)'}`;
    }),
  ]);
  return [`Named queries in the ${catalogue} catalogue`, ...lines].join('\n');
}

function missOf({ judged, found, accepted }: QueryResult, nameOf: (id: string) => string): string {
  const rank = rankOf({ found, accepted });
  const place = Number.isFinite(rank) ? `first accepted at ${rank}` : 'none accepted';
  const first = found.slice(0, 3).map(nameOf).join(', ') || 'nothing';
  const requested = [...accepted].slice(0, 3).map(nameOf).join(', ');
  return `  ${judged.locale} “${judged.query}” (${judged.kind}, ${place}): ${first}; accepted: ${requested}`;
}

function resultsIn({ results }: EngineReport, language: Language | 'all'): QueryResult[] {
  return results.filter(({ judged }) => language === 'all' || judged.locale === language);
}

function cellsOf({ hit1, hit5, precision5, mrr, absurd, empty }: Scores): string[] {
  return [hit1, hit5, precision5, mrr, absurd, empty].map(
    (share) => `${(100 * share).toFixed(0)} %`,
  );
}

function columns(rows: readonly (readonly string[])[]): string {
  return rows
    .map(([language = '', ...cells]) =>
      [language.padEnd(7), ...cells.map((cell, index) => cell.padStart(index === 0 ? 4 : 8))]
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
