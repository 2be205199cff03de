import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../../../bench/search/catalogues.ts';
import { makeConceptSearch } from '../../../../../bench/search/conceptSearch.ts';
import {
  type QueryResult,
  askAll,
  isServed,
  scoresOf,
} from '../../../../../bench/search/measure.ts';
import { readJudgedQueries } from '../../../../../fixtures/search/readJudgedQueries.ts';

let search: ReturnType<typeof makeConceptSearch>;
let results: QueryResult[];

/** `npm run bench:search -- --set unmatched` prints the same figures. */
beforeAll(async () => {
  const catalogue = await readCatalogue('starter');
  if (!catalogue) throw new Error('There is no starter catalogue');
  search = makeConceptSearch(catalogue, 'src/content/search');
  results = await askAll(search, await readJudgedQueries('unmatched'), 'starter');
}, 120_000);

describe('queries with a word that no GPT has', () => {
  it('mostly find GPTs for the rest of the query', () => {
    expect(scoresOf(results).hit5).toBeGreaterThanOrEqual(0.9);
  });

  it('mostly find nothing if no GPT serves them', () => {
    const unserved = results.filter((result) => !isServed(result));
    expect(unserved.length).toBeGreaterThan(30);
    const shown = unserved.filter(({ found }) => found.length > 0);
    expect(shown.length / unserved.length).toBeLessThanOrEqual(0.4);
  });
});

it.each([
  // GPTs that name pets do not train them.
  ['dog training', 'en'],
  ['Hund erziehen', 'de'],
  ['犬のしつけ', 'ja'],
  // Words of examples and instructions only.
  ['bike', 'en'],
  ['love', 'en'],
  // A quiz is hosted, too.
  ['kubernetes', 'en'],
  // Small words of languages without pages here.
  ['receta de pollo', 'en'],
] as const)(
  'finds nothing by “%s” (%s), which no GPT of the starter catalogue is for',
  async (query, locale) => {
    expect(await search(query, locale)).toEqual([]);
  },
);
