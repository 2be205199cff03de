import { type Wrong, day, line, readFields, splitFrontMatter } from '#catalog/frontMatter.ts';
import { collectionLimits } from '#domain/gpts/collections.ts';
import type { Day } from '#domain/dates.ts';
import { gptLimits } from '#domain/gpts/gpts.ts';
import { type Language, isLanguage, languages } from '#domain/languages/languages.ts';
import * as z from 'zod/mini';

/** The title and the text of a collection in one language. */
export type CollectionText = {
  language: Language;
  title: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
};

/** A recommended list of GPTs, as read from its file. */
export type Collection = {
  /** The name of its file without the extension, also the last segment of its path. */
  slug: string;
  day: Day;
  author: string;
  /** Ids of GPTs, in order. Some may not be in the catalogue. */
  ids: readonly string[];
  /** Ids that come before `ids` on the pages of one language. */
  idsByLanguage: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Whether it has the editors’ current picks. The newest one of these starts the home page. */
  isPicks: boolean;
  /** Whether the operator wrote it. */
  isOwn: boolean;
  /** Texts by language, in the order of the interface languages, English first. Never empty. */
  texts: ReadonlyMap<Language, CollectionText>;
};

const mostIds = `must have at most ${collectionLimits.ids} entries`;
const idList = z
  .array(line(gptLimits.id), 'must be a list of ids of GPTs')
  .check(z.maxLength(collectionLimits.ids, mostIds));

const frontMatter = z.strictObject({
  date: day,
  author: line(collectionLimits.author),
  picks: z.optional(z.boolean('must be true or false')),
  ids: idList,
  ids_by_language: z.optional(
    z.partialRecord(z.enum(languages), idList, 'must be lists of ids, each below a language'),
  ),
});

/** Parses the file of a collection. Throws an error with the file and the invalid field. */
export function parseCollection(slug: string, text: string, isOwn: boolean): Collection {
  const wrong = (what: string) => wrongCollection(`${slug}.md`, what);
  const { head, body } = splitFrontMatter(text, wrong);
  const fields = readFields(head, frontMatter, 'collections', wrong);
  return {
    slug,
    day: fields.date,
    author: fields.author,
    ids: fields.ids,
    idsByLanguage: fields.ids_by_language ?? {},
    isPicks: fields.picks ?? false,
    isOwn,
    texts: textsIn(body, wrong),
  };
}

/** An error about the file of a collection. */
export function wrongCollection(file: string, what: string): Error {
  return new Error(`The collection ${file} ${what}`);
}

/** Parses the texts. Each one is below a heading with its language and title: `# en: Travel`. */
function textsIn(body: string, wrong: Wrong): ReadonlyMap<Language, CollectionText> {
  const [before = '', ...sections] = body.split(/^# /m);
  if (before.trim() !== '' || sections.length === 0) {
    throw wrong('must have a heading such as “# en: Travel” below its front matter');
  }
  const texts = new Map<Language, CollectionText>();
  for (const section of sections) {
    const text = textOf(section, wrong);
    if (texts.has(text.language)) throw wrong(`has two texts in the language ${text.language}`);
    texts.set(text.language, text);
  }
  const inOrder = languages.flatMap((language) => texts.get(language) ?? []);
  return new Map(inOrder.map((text) => [text.language, text]));
}

function textOf(section: string, wrong: Wrong): CollectionText {
  const [heading = '', ...lines] = section.split('\n');
  const [, language = '', title = ''] = /^([\w-]+): +(.*\S)\s*$/.exec(heading) ?? [];
  if (!isLanguage(language)) {
    const known = languages.join(', ');
    throw wrong(`has the heading “# ${heading}”: it must begin with one of ${known}, and a colon`);
  }
  const { title: longestTitle, text: longestText } = collectionLimits;
  if (title.length > longestTitle) {
    throw wrong(`has a title of more than ${longestTitle} characters below “# ${language}”`);
  }
  const text = lines.join('\n').trim();
  if (text === '' || text.length > longestText) {
    throw wrong(
      `must have a text of 1 to ${longestText} characters below “# ${language}: ${title}”`,
    );
  }
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.replaceAll(/\s+/g, ' '));
  return { language, title, paragraphs };
}
