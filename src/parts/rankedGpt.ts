import type { Language } from '#domain/languages/languages.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import type { ContentMarks } from '#domain/texts/text.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { otherLanguage } from '#i18n/languageNames.ts';
import { plainMark } from '#parts/gptMark.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/** The fields of a GPT that a table of the ranking shows. */
export type NamedGpt = {
  id: string;
  name: string;
  description: string;
  mark: Mark;
  marks: ContentMarks;
};

/**
 * Returns the mark and the name of a GPT for a table of the ranking, with a line of its description, and its language where
 * it is not that of the page: rankings are complete.
 */
export function rankedGpt(
  language: Language,
  { id, name, description, mark, marks }: NamedGpt,
): Markup {
  const { lang, dir } = marks;
  const link = attributes({ href: gptPath(language, id), lang, dir });
  const other = otherLanguage(language, lang);
  return markup`
    <div class="row">
      ${plainMark(mark)}
      <div>
        <a${link}>${name}</a>
        ${other && markup` <span class="card-language">${other}</span>`}
        ${description && markup`<p${attributes({ lang, dir })}>${description}</p>`}
      </div>
    </div>`;
}
