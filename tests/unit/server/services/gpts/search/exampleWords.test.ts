import { describe, expect, it } from 'vitest';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { Ranker } from '#server/services/gpts/search/rankGpts.ts';
import { SearchIndex, type SearchedGpt } from '#server/services/gpts/search/searchIndex.ts';
import { makeSearchedGpt } from '../../../../../fixtures/searchedGpt.ts';

const words = readEditorWords('src/content/search');

function findAmongOthers(query: string, fields: Partial<SearchedGpt>): string[] {
  const index = new SearchIndex(words);
  index.put(makeSearchedGpt({ id: 'one', ...fields }));
  for (let other = 0; other < 20; other += 1) index.put(makeSearchedGpt({ id: `${other}` }));
  const window = { filters: {}, offset: 0, size: 50 };
  return new Ranker(index).find({ query, locale: 'en', ...window }).ids;
}

/** Returns up to 120 different words. */
function longText(start: string, count: number): string {
  const letters = (index: number) =>
    `${'bcdfghjklmnp'[Math.floor(index / 10)]}${'aeiourstvw'[index % 10]}`;
  return Array.from({ length: count }, (_, index) => `${start}${letters(index)}x`).join(' ');
}

describe('the search for words of examples', () => {
  const questions = ['ka', 'mo', 'tu'].map((start) => longText(start, 60));

  it.each(['kabax', 'mofux', 'tugwx'])('finds a GPT by a word of any question: %s', (word) => {
    expect(questions.join(' ')).toContain(word);
    expect(findAmongOthers(word, { questions })).toEqual(['one']);
  });

  it('finds a GPT by a word of the longest question', () => {
    const longest = longText('ka', 120);
    expect(longest).toContain('kapax');
    expect(findAmongOthers('kapax', { questions: [longest] })).toEqual(['one']);
  });

  it('does not rank a GPT higher because several questions repeat a word', () => {
    const index = new SearchIndex(words);
    index.put(makeSearchedGpt({ id: 'once', questions: ['kabax'] }));
    index.put(makeSearchedGpt({ id: 'thrice', questions: ['kabax', 'kabax', 'kabax'] }));
    const [once, thrice] = index.postingsOf('kabax').weights;
    expect(thrice).toBe(once);
  });
});
