import { type Picture, leadImage } from '#catalog/blog/images.ts';
import {
  type Blog,
  type PublishedPost,
  type Unpublished,
  textFor,
} from '#catalog/blog/publishedPosts.ts';
import {
  type PostPage,
  type RenderedPost,
  minutesToRead,
  renderPost,
} from '#catalog/blog/renderPost.ts';
import { stateOfLinks, textInputs } from '#catalog/blog/textInputs.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { type Cover, coverOf } from '#catalog/blog/cover.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { newestOf } from '#catalog/site/modified.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import { pageImage, postImage } from '#catalog/site/openGraph.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages/languages.ts';
import { blogPath, blogTagPath, postPath } from '#domain/blog/blogPaths.ts';
import { translator } from '#i18n/translate.ts';

/** A link to a post. */
export type PostLink = { slug: string; title: string; language: Language };

/** A post in a list. `language` is that of its texts; English without a translation. */
export type ListedPost = PostLink & {
  description: string;
  day: Day;
  minutes: number;
  tags: readonly string[];
  unpublished: Unpublished | null;
  cover: Cover;
};

/** The view of a page of all posts, or of those with a tag; newest first. */
export type BlogView = {
  frame: Frame;
  tag: string | null;
  page: number;
  pages: number;
  /** Number of posts on all pages of the list. */
  total: number;
  posts: readonly ListedPost[];
  /** All tags, the most used first. */
  tags: readonly { tag: string; count: number }[];
};

/** The view of the page of a post. */
export type PostView = ListedPost &
  RenderedPost & {
    frame: Frame;
    author: string;
    updated: Day | null;
    /** A translation without an alternative text has the English one. */
    picture: (Picture & { alt: string; altLanguage: Language }) | null;
    previous: PostLink | null;
    next: PostLink | null;
    related: readonly PostLink[];
  };

export const postsPerPage = 10;

/** Returns the pages that list all posts, in one group per language. There is always a first page. */
export function blogGroups(context: BuildContext): ViewGroup<BlogView>[] {
  return languages.map((language) => listGroup(context, context.blog.published, language, null));
}

/** Returns the pages that list the posts with a tag, in one group per tag and language. */
export function blogTagGroups(context: BuildContext): ViewGroup<BlogView>[] {
  const { published } = context.blog;
  return languages.flatMap((language) =>
    tagsOf(published).map(({ tag }) => {
      const tagged = published.filter(({ tags }) => tags.includes(tag));
      return listGroup(context, tagged, language, tag);
    }),
  );
}

/** Returns the pages of all posts, in one group per post and language, so that unchanged posts need not be rendered. */
export function postGroups(context: BuildContext): ViewGroup<PostView>[] {
  const { blog } = context;
  return languages.flatMap((language) =>
    blog.published.map((post) => ({
      key: `${language}/${post.slug}`,
      inputs: () =>
        JSON.stringify([
          aboutPost(context, post, language),
          textInputs(context, blog, post, language),
          coverOf(context, post, language),
        ]),
      views: () => [postPage(context, post, language)],
      modified: () => modifiedPost(post, language),
    })),
  );
}

/** Returns the page of a post in a language. */
function postPage(context: BuildContext, post: PublishedPost, language: Language): PostView {
  return {
    ...aboutPost(context, post, language),
    ...headOf(context, post, language),
    ...renderPost(textFor(post, language), pageOf(context, post, language)),
  };
}

/** Returns the values on the page of a post except the post itself. */
function aboutPost(
  context: BuildContext,
  post: PublishedPost,
  language: Language,
): Omit<PostView, keyof ListedPost | keyof RenderedPost> {
  const { blog } = context;
  const text = textFor(post, language);
  const { title, author, updated = null } = text.fields;
  const index = blog.published.indexOf(post);
  const [previous, next] = [blog.published[index + 1], blog.published[index - 1]];
  const linkTo = (other: PublishedPost | undefined) => other && linkOf(other, language);
  const image = postImage(text.language, title, author, post.day);
  const translations = languages.filter((other) => post.texts.has(other));
  const related = relatedPosts(post, blog.published, [previous, next]);
  return {
    frame: { ...frameOf(context, language, postPath(language, post.slug), image), translations },
    author,
    updated,
    picture: pictureAbove(blog, post, language),
    previous: linkTo(previous) ?? null,
    next: linkTo(next) ?? null,
    related: related.map((other) => linkOf(other, language)),
  };
}

/** Returns the day of a post's last change, from its front matter. */
function modifiedPost(post: PublishedPost, language: Language): string {
  return textFor(post, language).fields.updated ?? post.day;
}

function listGroup(
  context: BuildContext,
  listed: readonly PublishedPost[],
  language: Language,
  tag: string | null,
): ViewGroup<BlogView> {
  const { blog } = context;
  return {
    key: tag === null ? language : `${language}/${tag}`,
    inputs: () =>
      JSON.stringify([
        listed.map((post) => [
          textInputs(context, blog, post, language),
          coverOf(context, post, language),
        ]),
        tagsOf(blog.published),
      ]),
    views: () => listPages(context, listed, language, tag),
    modified: () => newestOf(listed.map((post) => modifiedPost(post, language))),
  };
}

function listPages(
  context: BuildContext,
  listed: readonly PublishedPost[],
  language: Language,
  tag: string | null,
): BlogView[] {
  const { blog } = context;
  const pages = Math.max(1, Math.ceil(listed.length / postsPerPage));
  const pathOf = (page: number) =>
    tag === null ? blogPath(language, page) : blogTagPath(language, tag, page);
  const image = pageImage(language, translator(language, 'blog')('heading'));
  return Array.from({ length: pages }, (_, index) => ({
    frame: frameOf(context, language, pathOf(index + 1), image),
    tag,
    page: index + 1,
    pages,
    total: listed.length,
    posts: listed
      .slice(index * postsPerPage, (index + 1) * postsPerPage)
      .map((post) => listedPost(context, post, language)),
    tags: tagsOf(blog.published),
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

function listedPost(context: BuildContext, post: PublishedPost, language: Language): ListedPost {
  return { ...headOf(context, post, language), minutes: minutesIn(context)(post)(language) };
}

/** Returns the values of a post that both lists and its page show, except its reading time. */
function headOf(
  context: BuildContext,
  post: PublishedPost,
  language: Language,
): Omit<ListedPost, 'minutes'> {
  const { fields, unpublished } = textFor(post, language);
  return {
    ...linkOf(post, language),
    description: fields.description,
    day: post.day,
    tags: post.tags,
    unpublished,
    cover: coverOf(context, post, language),
  };
}

/** The reading time of a post in a language, memoised because several lists show it. */
const minutesIn = memoise((context: BuildContext) =>
  memoise((post: PublishedPost) =>
    memoiseText(languages.length, (language: Language) =>
      minutesToRead(textFor(post, language), pageOf(context, post, language)),
    ),
  ),
);

/** Returns the values of the page on which the HTML of a post depends. */
function pageOf(context: BuildContext, post: PublishedPost, language: Language): PostPage {
  const hasPicture = leadImage(post, textFor(post, language)) !== undefined;
  const { pictures } = context.blog;
  return { language, hasPicture, stateOf: stateOfLinks(context), pictures };
}

function pictureAbove(
  { pictures }: Blog,
  post: PublishedPost,
  language: Language,
): PostView['picture'] {
  const text = textFor(post, language);
  const image = leadImage(post, text);
  if (image === undefined) return null;
  const picture = pictures.find(image, text.language, text.place);
  const alt = text.fields.imageAlt;
  if (alt !== undefined) return { ...picture, alt, altLanguage: text.language };
  return { ...picture, alt: post.original.fields.imageAlt ?? '', altLanguage: defaultLanguage };
}

const relatedAtMost = 3;

/** Returns the posts that share most tags with a post, newer ones first if equal. Posts in `beside` are omitted, because the
 * page links to them already. */
function relatedPosts(
  post: PublishedPost,
  posts: readonly PublishedPost[],
  beside: readonly (PublishedPost | undefined)[],
): PublishedPost[] {
  return posts
    .filter((other) => other !== post && !beside.includes(other))
    .map((other) => ({ other, shared: other.tags.filter((tag) => post.tags.includes(tag)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, next) => next.shared - one.shared)
    .slice(0, relatedAtMost)
    .map(({ other }) => other);
}
