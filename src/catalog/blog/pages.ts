import { type Picture, leadImage, pictureOf, picturesIn } from '#catalog/blog/images.ts';
import type { PostState } from '#catalog/blog/links.ts';
import {
  type PublishedPost,
  type Unpublished,
  publishedPosts,
  textFor,
} from '#catalog/blog/publishedPosts.ts';
import { readPosts } from '#catalog/blog/readPosts.ts';
import { relatedPosts } from '#catalog/blog/relatedPosts.ts';
import {
  type PostPage,
  type RenderedPost,
  minutesToRead,
  renderPost,
} from '#catalog/blog/renderPost.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { newestOf } from '#catalog/modified.ts';
import { type ViewGroup, viewsIn } from '#catalog/sitePage.ts';
import { pageImage, postImage } from '#catalog/openGraph.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages.ts';
import { blogPath, blogTagPath, postPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';

/** A post as others lead to it. */
export type PostLink = { slug: string; title: string; language: Language };

/** A post in a list. `language` is that of its texts: English where nobody has translated it yet. */
export type ListedPost = PostLink & {
  description: string;
  day: Day;
  minutes: number;
  tags: readonly string[];
  unpublished: Unpublished | null;
};

/** One page of all posts, or of those with a tag; newest first. */
export type BlogView = {
  frame: Frame;
  tag: string | null;
  page: number;
  pages: number;
  /** Posts on all pages of the list. */
  total: number;
  posts: readonly ListedPost[];
  /** All tags, the most used first. */
  tags: readonly { tag: string; count: number }[];
};

/** The page of a post. */
export type PostView = ListedPost &
  RenderedPost & {
    frame: Frame;
    author: string;
    updated: Day | null;
    /** A translation without words of its own for the picture has the English ones. */
    picture: (Picture & { alt: string; altLanguage: Language }) | null;
    previous: PostLink | null;
    next: PostLink | null;
    related: readonly PostLink[];
  };

export const postsPerPage = 10;

/** The pages that list all posts, in every language; there is always a first one. */
export function blogPages(posts = publishedPosts(publishingDay())): BlogView[] {
  return viewsIn(blogGroups(posts));
}

/** The same in groups, one for each language. */
export function blogGroups(posts = publishedPosts(publishingDay())): ViewGroup<BlogView>[] {
  return languages.map((language) => listGroup(posts, posts, language, null));
}

/** The pages that list the posts with a tag, in every language. */
export function blogTagPages(posts = publishedPosts(publishingDay())): BlogView[] {
  return viewsIn(blogTagGroups(posts));
}

/** The same in groups, one for each tag and language. */
export function blogTagGroups(posts = publishedPosts(publishingDay())): ViewGroup<BlogView>[] {
  return languages.flatMap((language) =>
    tagsOf(posts).map(({ tag }) => {
      const tagged = posts.filter(({ tags }) => tags.includes(tag));
      return listGroup(tagged, posts, language, tag);
    }),
  );
}

/** The pages of all posts, in every language. */
export function postPages(posts = publishedPosts(publishingDay())): PostView[] {
  return viewsIn(postGroups(posts));
}

/** The same in groups, one for each post and language: what it takes to render all of them is spared. */
export function postGroups(posts = publishedPosts(publishingDay())): ViewGroup<PostView>[] {
  const states = readPosts().map(({ slug }) => [slug, postState(slug, posts)]);
  return languages.flatMap((language) =>
    posts.map((post) => ({
      key: `${language}/${post.slug}`,
      inputs: () =>
        JSON.stringify([aboutPost(post, posts, language), textInputs(post, language), states]),
      views: () => [postPage(post, posts, language)],
      modified: () => modifiedPost(post, language),
    })),
  );
}

/** The page of one of the posts in a language. */
export function postPage(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  language: Language,
): PostView {
  return {
    ...aboutPost(post, posts, language),
    ...headOf(post, language),
    ...renderPost(textFor(post, language), pageOf(post, posts, language)),
  };
}

/** What the page of a post shows besides the post itself. */
function aboutPost(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  language: Language,
): Omit<PostView, keyof ListedPost | keyof RenderedPost> {
  const text = textFor(post, language);
  const { title, author, updated = null } = text.fields;
  const place = posts.indexOf(post);
  const [previous, next] = [posts[place + 1], posts[place - 1]];
  const linkTo = (other: PublishedPost | undefined) => other && linkOf(other, language);
  const image = postImage(text.language, title, author, post.day);
  const translations = languages.filter((other) => post.texts.has(other));
  return {
    frame: { ...frameOf(language, postPath(language, post.slug), image), translations },
    author,
    updated,
    picture: pictureAbove(post, language),
    previous: linkTo(previous) ?? null,
    next: linkTo(next) ?? null,
    related: relatedPosts(post, posts, [previous, next]).map((other) => linkOf(other, language)),
  };
}

/** The day that the post names. */
function modifiedPost(post: PublishedPost, language: Language): string {
  return textFor(post, language).fields.updated ?? post.day;
}

/** What a post is rendered from, besides which other posts there are. */
function textInputs(post: PublishedPost, language: Language): object {
  const text = textFor(post, language);
  const { unpublished, fields, body, language: written } = text;
  return [post.slug, post.day, post.tags, written, unpublished, fields, body, picturesIn(text)];
}

function listGroup(
  listed: readonly PublishedPost[],
  posts: readonly PublishedPost[],
  language: Language,
  tag: string | null,
): ViewGroup<BlogView> {
  return {
    key: tag === null ? language : `${language}/${tag}`,
    inputs: () => JSON.stringify([listed.map((post) => textInputs(post, language)), tagsOf(posts)]),
    views: () => listPages(listed, posts, language, tag),
    modified: () => newestOf(listed.map((post) => modifiedPost(post, language))),
  };
}

function listPages(
  listed: readonly PublishedPost[],
  posts: readonly PublishedPost[],
  language: Language,
  tag: string | null,
): BlogView[] {
  const pages = Math.max(1, Math.ceil(listed.length / postsPerPage));
  const pathOf = (page: number) =>
    tag === null ? blogPath(language, page) : blogTagPath(language, tag, page);
  const image = pageImage(language, translator(language, 'blog')('heading'));
  return Array.from({ length: pages }, (_, index) => ({
    frame: frameOf(language, pathOf(index + 1), image),
    tag,
    page: index + 1,
    pages,
    total: listed.length,
    posts: listed
      .slice(index * postsPerPage, (index + 1) * postsPerPage)
      .map((post) => listedPost(post, posts, language)),
    tags: tagsOf(posts),
  }));
}

function tagsOf(posts: readonly PublishedPost[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1));
}

function linkOf(post: PublishedPost, language: Language): PostLink {
  const text = textFor(post, language);
  return { slug: post.slug, title: text.fields.title, language: text.language };
}

function listedPost(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  language: Language,
): ListedPost {
  return { ...headOf(post, language), minutes: minutesOf(post, posts, language) };
}

/** What lists and its own page show of a post, besides the time that reading it takes. */
function headOf(post: PublishedPost, language: Language): Omit<ListedPost, 'minutes'> {
  const { fields, unpublished } = textFor(post, language);
  return {
    ...linkOf(post, language),
    description: fields.description,
    day: post.day,
    tags: post.tags,
    unpublished,
  };
}

const known = new WeakMap<PublishedPost, Map<Language, number>>();

/** Counted once for all lists that name it. */
function minutesOf(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  language: Language,
): number {
  const counted = known.get(post) ?? new Map<Language, number>();
  known.set(post, counted);
  const minutes =
    counted.get(language) ?? minutesToRead(textFor(post, language), pageOf(post, posts, language));
  counted.set(language, minutes);
  return minutes;
}

/** What the text of a post depends on, besides itself. */
function pageOf(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  language: Language,
): PostPage {
  const hasPicture = leadImage(post, textFor(post, language)) !== undefined;
  return { language, hasPicture, stateOf: (slug) => postState(slug, posts) };
}

function postState(slug: string, posts: readonly PublishedPost[]): PostState {
  if (posts.some((post) => post.slug === slug)) return 'published';
  return readPosts().some((post) => post.slug === slug) ? 'later' : 'none';
}

function pictureAbove(post: PublishedPost, language: Language): PostView['picture'] {
  const text = textFor(post, language);
  const image = leadImage(post, text);
  if (image === undefined) return null;
  const picture = pictureOf(image, text.language, text.place);
  const alt = text.fields.imageAlt;
  if (alt !== undefined) return { ...picture, alt, altLanguage: text.language };
  return { ...picture, alt: post.original.fields.imageAlt ?? '', altLanguage: defaultLanguage };
}
