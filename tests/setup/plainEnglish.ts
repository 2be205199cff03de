export const answersForReturns =
  /(?:^Answers|(?:\band|;) answers) (?:whether|what|how|the|an?|with|if|which|when|where|who|all|each|one|its|only|`)\b/;

const headlessClause = /^(?:What|Whoever) [^?]*$/;

/**
 * Finds the worst habits of the code's own dialect in comments: `Answers whether …` for a function that returns, and
 * clauses without a subject (`What is left out adds nothing.`). Questions are not meant.
 */
export function dialectIn(
  sources: ReadonlyMap<string, string>,
  habits: readonly RegExp[] = [answersForReturns, headlessClause],
): string[] {
  return [...sources].flatMap(([file, text]) =>
    commentsOf(text).flatMap((comment) =>
      sentencesOf(comment)
        .filter((sentence) => habits.some((habit) => habit.test(sentence)))
        .map((sentence) => `${file}: ${sentence.slice(0, 80)}`),
    ),
  );
}

/** Words of the old dialect that newcomers stumble over. */
const oddWords =
  /\b(?:whoever|whatever|wherever|anew|is told|are told|tells|hears?|heard|rests|becomes? of|became of)\b/i;

/** Finds the same habits, and odd words, in the prose of Markdown documents: without code and front matter. */
export function dialectInDocuments(documents: ReadonlyMap<string, string>): string[] {
  return [...documents].flatMap(([file, text]) =>
    proseOf(text)
      .filter((sentence) =>
        [answersForReturns, headlessClause, oddWords].some((habit) => habit.test(sentence)),
      )
      .map((sentence) => `${file}: ${sentence.slice(0, 80)}`),
  );
}

/** Returns the sentences of paragraphs, list items and table cells. */
function proseOf(markdown: string): string[] {
  const withoutCode = markdown
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'x');
  return withoutCode
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) ?)|\|/)
    .map((block) =>
      block
        .replaceAll(/\s+/g, ' ')
        .replace(/^ ?(?:[-*#]+|\d+\.) /, '')
        .trim(),
    )
    .flatMap(sentencesOf);
}

/** Returns the subjects of commits that are longer than a line of `git log`. */
export function longSubjects(subjects: readonly string[], most = 72): string[] {
  return subjects.filter((subject) => subject.length > most);
}

/** Returns block comments, and runs of line comments as one, without their marks. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, inside = '']) =>
    inside.replaceAll(/^[ \t]*\*[ \t]?/gm, ''),
  );
  const lines = [...text.matchAll(/(?:^[ \t]*\/\/ .*\n?)+/gm)].map(([run]) =>
    run.replaceAll(/^[ \t]*\/\/ /gm, ''),
  );
  return [...blocks, ...lines].map((comment) => comment.replaceAll(/\s+/g, ' ').trim());
}

function sentencesOf(comment: string): string[] {
  return comment.split(/(?<=[.:?!]) (?=[A-Z])/);
}
