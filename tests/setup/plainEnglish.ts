export const answersForReturns =
  /(?:^Answers|(?:\band|;) answers) (?:whether|what|how|the|an?|with|if|which|when|where|who|all|each|one|its|only|`)\b/;

const headlessClause = /^(?:What|Whoever) [^?]*$/;

/**
 * Finds the worst habits of the code's own dialect in comments: `Answers whether …` for a function that returns, and
 * clauses without a subject (`What is left out adds nothing.`). Questions are allowed.
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

/** Pictures, and clauses without a subject, where the field has a word (told: notified; stands: is; what it says: its text). */
const oddWords = new RegExp(
  `\\b(?:${[
    'worlds?|heard|hears?|told|tells?|knows|deaf|meant|wanted|wants|wish(?:es)?|rests|anew|trouble|manner|dear|alike',
    'stands?|stood|beside|nobody|somebody|anybody|everybody|whoever|whichever|wherever|whatever',
    'of whom|at hand|all the same|lets? go|becomes? of|became of|is none|are none|is no|are no|goes on|go on|gone on',
    'where (?:there (?:is|are)|that|it|one)|all that|nothing that|those who',
    '(?:says?|said) (?:so|what|why|how|that|when|which|until|of|in|where|it)',
    '(?:and|or|by|than|only|that|of|for|to|from|with|as|in) what',
    '[Ww]h(?:at|o) (?:is|was|are|were|stands|comes|came|has|had|may|can|cannot|does|did|it|they|the|a)',
  ].join('|')})\\b`,
  'g',
);

/** Returns the odd words in each 1,000 words of some texts. */
export function oddPerThousand(texts: readonly string[]): number {
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  const odd = texts.reduce((sum, text) => sum + (text.match(oddWords)?.length ?? 0), 0);
  return (1000 * odd) / Math.max(1, words);
}

const titlePatterns = [
  /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1,/g,
  /\b(?:it|test|describe)\.(?:for|each)\(.*\)\(\s*(['"`])(.*?)\1,/g,
  /^\s*\](?: as const)?\)\(\s*(['"`])(.*?)\1,/gm,
];

/** Returns the titles of the tests in a file. */
export function titlesOf(text: string): string[] {
  return titlePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, , title = '']) => title),
  );
}

const oddName =
  /\b(?:\w+World|[mM]isdeeds?|hear[A-Z]\w*|\w*(?:Wanted|WrongWish|Heard[A-Z]\w*)|takeMeant)\b|\b(?:is|are|was)(?:Told|Heard|Deaf|Meant)\b|\b(?:const|let|function|type) (?:told|heard|deaf|wanted|meant|World|Wish|wish|anew|rests)\b|\b(?:told|heard|deaf|wish|rests)\??: [a-zA-Z{(]/g;

/** Returns names that are pictures where the field has a word, with their files. */
export function oddNamesIn(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(oddName)].map(([name]) => `${file}: ${name}`),
  );
}

/** Words of the old dialect that newcomers stumble over. */
const oddDocumentWords =
  /\b(?:whoever|whatever|wherever|anew|is told|are told|tells|hears?|heard|rests|becomes? of|became of)\b/i;

/** Finds the same habits, and odd words, in the prose of Markdown documents: without code and front matter. */
export function dialectInDocuments(documents: ReadonlyMap<string, string>): string[] {
  return [...documents].flatMap(([file, text]) =>
    proseOf(text)
      .filter((sentence) =>
        [answersForReturns, headlessClause, oddDocumentWords].some((habit) => habit.test(sentence)),
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
export function commentsOf(text: string): string[] {
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
