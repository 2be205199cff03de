import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findWords,
  lexemesOf,
  markLexemes,
} from '#server/services/conversations/search/lexemes.ts';

const words = fc.stringMatching(
  /^(?:[a-zA-Zäß]{1,6}|[漢字語]{1,4}|C\+\+|GPT-4|don’t|🙂|\u200d|e\u0301|[.,;:]){1,3}$/,
);
const spaces = fc.constantFrom(' ', '\n', '\u00a0', '\u3000', ' \ufeff');

describe('the words of a text', () => {
  it('are the same if a long text is indexed piece by piece', async () => {
    const parts = fc.array(fc.tuple(words, spaces), { minLength: 200, maxLength: 2_000 });
    await fc.assert(
      fc.asyncProperty(parts, async (some) => {
        // Longer than several pieces, which so begin in the middle of different words.
        const text = some.flat().join('').repeat(200).slice(0, 450_000);
        expect(markLexemes('a', await findWords(text))).toEqual(lexemesOf('a', text));
      }),
      { numRuns: 10 },
    );
  });
});
