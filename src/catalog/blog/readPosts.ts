import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FrontMatter, parsePost, wrong } from '#catalog/blog/frontMatter.ts';
import { slugPattern } from '#catalog/frontMatter.ts';
import { helpNames, isHelpName } from '#domain/help/helpPaths.ts';
import { isForeignFile, withoutMark } from '#domain/site/foreignFiles.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages/languages.ts';

/** A post in one language, as read from its file. */
export type PostText = {
  language: Language;
  fields: FrontMatter;
  /** Markdown. */
  body: string;
  /** The file for error messages, such as `de/choosing-a-model.md`. */
  place: string;
};

/** A post in all languages that it is written in. English is always included. */
export type Post = { slug: string; original: PostText; texts: ReadonlyMap<Language, PostText> };

const postsAtMost = 2_000;
/** Path segments below `/blog` that are not posts. */
const reservedSlugs = ['page', 'tags'];

/** The posts of a folder. `signature` changes when a file does. */
export type PostFiles = { signature: string; posts: readonly Post[] };

/**
 * Reads all posts of a folder, including drafts and future ones, ordered by slug. Returns `before` if no file has changed
 * since. Throws an error with file and field if a post is invalid.
 */
export function readPosts(folder: string, before?: PostFiles): PostFiles {
  const read = readTexts(folder, before);
  if (read !== before) for (const { original } of read.posts) checkTags(original);
  return read;
}

/** Reads all help pages of a folder like posts; they need no tags. Throws an error if one of the site is missing. */
export function readHelp(folder: string, before?: PostFiles): PostFiles {
  const read = readTexts(folder, before, 'help/');
  const missing = helpNames.find((name) => !read.posts.some(({ slug }) => slug === name));
  if (missing !== undefined) throw new Error(`The help page en/${missing}.md is missing`);
  const extra = read.posts.find(({ slug }) => !isHelpName(slug));
  if (extra) throw wrong(extra.original.place, 'is not in the list in domain/help/helpPaths.ts');
  return read;
}

/** `prefix` precedes the names of files in error messages. */
function readTexts(folder: string, before: PostFiles | undefined, prefix = ''): PostFiles {
  const files = languages.flatMap((language) => filesOf(folder, language));
  const signature = JSON.stringify([folder, files.map(({ place, stamp }) => [place, stamp])]);
  if (before?.signature === signature) return before;
  return { signature, posts: readAll(folder, prefix, files) };
}

type PostFile = { language: Language; slug: string; place: string; stamp: string };

function filesOf(folder: string, language: Language): PostFile[] {
  return entriesOf(join(folder, language))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !isForeignFile(entry.name))
    .map(({ name }) => {
      const place = `${language}/${name}`;
      const { mtimeMs, size } = statSync(join(folder, place));
      return { language, slug: name.slice(0, -'.md'.length), place, stamp: `${mtimeMs} ${size}` };
    });
}

/** Returns the entries of a folder. A language without posts has no folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readAll(folder: string, prefix: string, files: readonly PostFile[]): Post[] {
  const bySlug = new Map<string, Map<Language, PostText>>();
  for (const { language, slug, place: file } of files) {
    const place = prefix + file;
    if (!slugPattern.test(slug) || slug.length > 80 || reservedSlugs.includes(slug)) {
      throw wrong(
        place,
        'needs another file name: a–z, 0–9 and single hyphens, not “page” or “tags”',
      );
    }
    const texts = bySlug.get(slug) ?? new Map<Language, PostText>();
    const { fields, body } = parsePost(
      withoutMark(readFileSync(join(folder, file), 'utf8')),
      place,
    );
    bySlug.set(slug, texts.set(language, { language, fields, body, place }));
  }
  if (bySlug.size > postsAtMost) {
    throw new Error(`The blog has ${bySlug.size} posts; ${postsAtMost} are the most`);
  }
  return [...bySlug]
    .map(([slug, texts]) => postOf(slug, texts))
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
}

function postOf(slug: string, texts: ReadonlyMap<Language, PostText>): Post {
  const original = texts.get(defaultLanguage);
  const [first] = texts.values();
  if (original === undefined) {
    throw wrong(first?.place ?? slug, `has no English original en/${slug}.md`);
  }
  for (const text of texts.values()) checkBesideOriginal(text, original);
  return { slug, original, texts };
}

function checkTags({ fields, place }: PostText): void {
  if ((fields.tags ?? []).length > 0) return;
  throw wrong(place, 'is wrong: the field “tags” must have at least one entry');
}

/** Throws an error if a translation contradicts its original. */
function checkBesideOriginal({ fields, place }: PostText, original: PostText): void {
  const { tags, date } = original.fields;
  const isWrong = (field: string, what: string) =>
    wrong(place, `is wrong: the field “${field}” ${what}`);
  if (fields.tags !== undefined && String(fields.tags) !== String(tags)) {
    throw isWrong('tags', `must be left out or be that of ${original.place}`);
  }
  if (fields.date < date) throw isWrong('date', `must not be before that of ${original.place}`);
  if (fields.image !== undefined && fields.imageAlt === undefined) {
    throw isWrong('imageAlt', 'must say in words what the image shows');
  }
  if (fields.imageAlt !== undefined && (fields.image ?? original.fields.image) === undefined) {
    throw isWrong('image', 'is missing, which imageAlt describes');
  }
}
