import type { Gpt } from '#contract/gpts/gpts.ts';
import { cardOf } from '#domain/gpts/card.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import { type ContentMarks, clip } from '#domain/texts/text.ts';

/** A GPT in a row of the home page. */
export type RowGpt = {
  id: string;
  name: string;
  mark: Mark;
  text: string;
  marks: ContentMarks;
};

export const mostOfRow = 6;
export const leastOfRow = 3;

/** Characters in one line of a row on a desktop. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowCharacters, wideCharacters] = [48, 21];

export function rowGptOf(gpt: Gpt): RowGpt {
  const { id, name, mark, description, marks } = cardOf(gpt);
  return { id, name, mark, text: clip(description, charactersFor(description)), marks };
}

function charactersFor(text: string): number {
  return /[\u2e80-\uffdc]/.test(text) ? wideCharacters : narrowCharacters;
}
