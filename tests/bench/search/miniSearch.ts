import MiniSearch from 'minisearch';
import { indexedWords } from '#domain/texts/words.ts';
import type { Catalogue } from './catalogues.ts';
import { type Search, resultsAtMost } from './engine.ts';

const fuzzyShare = 0.2;
const wordsOfField = 400;

/** MiniSearch as its documentation sets it up: boosted fields, any word, similar words, the last word unfinished. */
export function makeMiniSearch({ gpts }: Catalogue): Search {
  const index = new MiniSearch({
    fields: ['name', 'labels', 'description', 'author', 'rest'],
    // Its own tokenizer takes a whole Chinese sentence for one word.
    tokenize: (text) => [...indexedWords(text, wordsOfField)],
    processTerm: (term) => term,
  });
  index.addAll(
    gpts.map((gpt) => ({
      id: gpt.id,
      name: gpt.name,
      labels: [...gpt.tags, ...gpt.categories].join(' '),
      description: gpt.description ?? '',
      author: gpt.author ?? '',
      rest: [gpt.welcomeMessage, ...gpt.promptStarters].filter(Boolean).join(' '),
    })),
  );
  const options = {
    boost: { name: 8, labels: 5, description: 3, author: 2, rest: 0.7 },
    fuzzy: fuzzyShare,
    prefix: (_term: string, position: number, terms: string[]) => position === terms.length - 1,
    combineWith: 'OR' as const,
  };
  return (query) =>
    index
      .search(query, options)
      .slice(0, resultsAtMost)
      .map(({ id }) => String(id));
}
