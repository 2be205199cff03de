import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { Ranker } from '#server/services/gpts/search/rankGpts.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import type { Catalogue } from './catalogues.ts';
import { type Search, resultsAtMost } from './engine.ts';

/** The product's search, in this thread: an index of words, stems, and of the needs that editors gave words. */
export function makeConceptSearch({ gpts }: Catalogue, wordsFolder: string): Search {
  const index = new SearchIndex(readEditorWords(wordsFolder));
  for (const { examples = [], ...gpt } of gpts) {
    const questions = examples.map(({ question }) => question);
    index.put({ ...gpt, questions, chats: gpt.importedChats ?? 0 });
  }
  const ranker = new Ranker(index);
  const window = { filters: {}, offset: 0, size: resultsAtMost };
  return (query, locale) => ranker.find({ query, locale, ...window }).ids;
}
