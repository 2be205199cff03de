import type { Language } from '#domain/languages/languages.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import type { ContentMarks } from '#domain/texts/text.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { plainMark } from '#parts/gptMark.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/** The fields of a GPT that a table of the ranking shows. */
export type NamedGpt = { id: string; name: string; mark: Mark; marks: ContentMarks };

/** Returns the mark and the name of a GPT for a table of the ranking, and its author where one is given. */
export function rankedGpt(
  language: Language,
  { id, name, mark, marks }: NamedGpt,
  author: string | null = null,
): Markup {
  const link = attributes({ href: gptPath(language, id), lang: marks.lang, dir: marks.dir });
  return markup`
    <div class="row">
      ${plainMark(mark)}
      <div>
        <a${link}>${name}</a>
        ${author && markup`<p class="card-by">${author}</p>`}
      </div>
    </div>`;
}
