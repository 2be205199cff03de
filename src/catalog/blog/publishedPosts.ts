import type { BlogPictures } from '#catalog/blog/images.ts';
import type { Post, PostText } from '#catalog/blog/readPosts.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';

/** Why a text is not on the published site. In development it is shown with this mark. */
export type Unpublished = 'draft' | 'scheduled';

export type PublishedText = PostText & { unpublished: Unpublished | null };

/** A post with the texts that are on the site. */
export type PublishedPost = {
  slug: string;
  day: Day;
  tags: readonly string[];
  original: PublishedText;
  texts: ReadonlyMap<Language, PublishedText>;
};

/** The blog of a build. */
export type Blog = {
  /** All posts, including drafts and future ones. */
  posts: readonly Post[];
  /** The posts that are on the site, newest first. */
  published: readonly PublishedPost[];
  pictures: BlogPictures;
};

/**
 * Returns the posts that are on the site on a day, newest first. Drafts and posts with later dates are omitted, unless
 * `showsAll`. A post is ordered by the date of its original. A translation appears on its own date.
 */
export function publishedPosts(
  today: Day,
  posts: readonly Post[],
  showsAll: boolean,
): readonly PublishedPost[] {
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

/** Returns the text in a language, or the English one. */
export function textFor(post: PublishedPost, language: Language): PublishedText {
  return post.texts.get(language) ?? post.original;
}

function unpublishedOf({ fields }: PostText, today: Day): Unpublished | null {
  if (fields.draft === true) return 'draft';
  return fields.date > today ? 'scheduled' : null;
}

function newestFirst(one: PublishedPost, other: PublishedPost): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1;
  return one.slug < other.slug ? -1 : 1;
}
