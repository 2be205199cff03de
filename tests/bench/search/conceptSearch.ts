import type { Catalogue } from './catalogues.ts';
import { findGpts } from './concepts/findGpts.ts';
import { SearchIndex } from './concepts/searchIndex.ts';
import { readSearchWords } from './concepts/searchWords.ts';
import { type Search, resultsAtMost } from './engine.ts';

/** An index in memory of words, stems, and of the needs that editors gave words in eight languages. */
export function makeConceptSearch({ gpts }: Catalogue, wordsFolder: string): Search {
  const words = readSearchWords(wordsFolder);
  const index = new SearchIndex(words);
  for (const gpt of gpts) index.add({ ...gpt, chats: gpt.importedChats ?? 0 });
  return (query, locale) =>
    findGpts(index, words, { query, locale, most: resultsAtMost }).map(({ id }) => id);
}
