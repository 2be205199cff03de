import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { readCatalogue } from '../../../../../bench/search/catalogues.ts';
import { makeConceptSearch } from '../../../../../bench/search/conceptSearch.ts';
import { type QueryResult, askAll, scoresOf } from '../../../../../bench/search/measure.ts';
import { readJudgedQueries } from '../../../../../fixtures/search/readJudgedQueries.ts';

let results: QueryResult[];

/** `npm run bench:search` prints the same figures, and lists missed queries. */
beforeAll(async () => {
  const catalogue = await readCatalogue('starter');
  if (!catalogue) throw new Error('There is no starter catalogue');
  const search = makeConceptSearch(catalogue, 'src/content/search');
  results = await askAll(search, await readJudgedQueries('judged'), 'starter');
}, 120_000);

describe('the judged queries in the starter catalogue', () => {
  it('find a GPT that a person accepts among the first five, and mostly first', () => {
    const { hit1, hit5, absurd, empty, queries } = scoresOf(results);
    expect(queries).toBeGreaterThan(200);
    expect(hit5).toBeGreaterThanOrEqual(0.96);
    expect(hit1).toBeGreaterThanOrEqual(0.82);
    expect(absurd).toBeLessThanOrEqual(0.08);
    expect(empty).toBeLessThanOrEqual(0.01);
  });

  it.each(languages)('find as much in %s', (language) => {
    const { hit1, hit5 } = scoresOf(results.filter(({ judged }) => judged.locale === language));
    expect(hit5).toBeGreaterThanOrEqual(0.9);
    expect(hit1).toBeGreaterThanOrEqual(0.75);
  });
});
