import { type Language, languageTags } from '#domain/languages/languages.ts';
import { type CardQuestion, clipToWidth } from '#domain/gpts/card.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import type { ContentMarks } from '#domain/texts/text.ts';
import { plainMark } from '#parts/gptMark.ts';
import { quotation } from '#parts/markedText.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/** An entry of a row. */
export type Tile = {
  href: string;
  mark: Mark | null;
  name: string;
  /** Language and direction of name and text. */
  marks: Partial<ContentMarks>;
  text: string;
  /** A question, shown in place of the text. */
  question?: CardQuestion | undefined;
  /** Shown before the text. Screen readers read `changeText` instead. */
  change?: string;
  changeText?: string;
};

/** Characters of a question that fit with both quotation marks. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowCharacters, wideCharacters] = [60, 32];

/** Returns the small card of a GPT or collection in a row, a list item. */
export function tile(language: Language, entry: Tile): Markup {
  const { href, mark, name, marks, text, question, change, changeText } = entry;
  const shown = question
    ? quotation(language, clipToWidth(question.text, narrowCharacters, wideCharacters), {
        attributes: attributes(question.marks),
      })
    : text;
  return markup`
    <li>
      <a class="tile" href="${href}">
        ${plainMark(mark)}
        <span class="tile-text"${attributes(marks)}>
          <b>${name}</b>
          <span class="tile-more">${change && markup`${changed(language, change, changeText)} `}${shown}</span>
        </span>
      </a>
    </li>`;
}

function changed(language: Language, change: string, changeText: string | undefined): Markup {
  return markup`
    <span lang="${languageTags[language]}">
      <span class="text-positive" aria-hidden="true">${change}</span>
      <span class="sr-only">${changeText}</span>
    </span>`;
}
