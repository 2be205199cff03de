import { type Post, type PostText, readPosts } from '#catalog/blog/readPosts.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, defaultLanguage } from '#domain/languages.ts';

/** Why a text that is shown while developing is not on the published site. */
export type Unpublished = 'draft' | 'scheduled';

export type PublishedText = PostText & { unpublished: Unpublished | null };

/** A post with the texts that readers may see. */
export type PublishedPost = {
  slug: string;
  day: Day;
  tags: readonly string[];
  original: PublishedText;
  texts: ReadonlyMap<Language, PublishedText>;
};

/**
 * The posts that are on the site of a day, newest first: no drafts, and nothing with a later date. A post stands under
 * the date of its original; a translation appears on its own date. While developing (`SHOW_DRAFTS`) everything is shown.
 */
export function publishedPosts(
  today: Day,
  posts: readonly Post[] = readPosts(),
  showsAll: boolean = Boolean(process.env['SHOW_DRAFTS']),
): readonly PublishedPost[] {
  const lists = known.get(posts) ?? new Map<string, readonly PublishedPost[]>();
  known.set(posts, lists);
  const key = `${today} ${showsAll}`;
  const list = lists.get(key) ?? postsOf(today, posts, showsAll);
  lists.set(key, list);
  return list;
}

/** The text in a language, or the English one. */
export function textFor(post: PublishedPost, language: Language): PublishedText {
  return post.texts.get(language) ?? post.original;
}

/** The same list for all pages of a publish. */
const known = new WeakMap<readonly Post[], Map<string, readonly PublishedPost[]>>();

function postsOf(today: Day, posts: readonly Post[], showsAll: boolean): PublishedPost[] {
  return posts
    .flatMap(({ slug, original, texts }) => {
      const shown = [...texts.values()]
        .map((text) => ({ ...text, unpublished: unpublishedOf(text, today) }))
        .filter(({ unpublished }) => showsAll || unpublished === null);
      const first = shown.find(({ language }) => language === defaultLanguage);
      if (first === undefined) return [];
      const { date, tags = [] } = original.fields;
      const byLanguage = new Map(shown.map((text) => [text.language, text]));
      return [{ slug, day: date, tags, original: first, texts: byLanguage }];
    })
    .toSorted(newestFirst);
}

function unpublishedOf({ fields }: PostText, today: Day): Unpublished | null {
  if (fields.draft === true) return 'draft';
  return fields.date > today ? 'scheduled' : null;
}

function newestFirst(one: PublishedPost, other: PublishedPost): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1;
  return one.slug < other.slug ? -1 : 1;
}
