import type { BuildContext } from '#catalog/buildContext.ts';
import type { PublishedPost } from '#catalog/blog/publishedPosts.ts';
import { type Feed, type FeedEntry, newestChange } from '#catalog/feeds/feed.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { blogPath, postPath } from '#domain/blog/blogPaths.ts';
import { topicName } from '#i18n/blogTopics.ts';
import { translator } from '#i18n/translate.ts';

const entriesAtMost = 50;

/** Returns the newest posts, each in the language of the feed or else in English; `undefined` without posts. */
export function blogFeed(
  { origin, blog }: Pick<BuildContext, 'origin' | 'blog'>,
  language: Language,
): Feed | undefined {
  const t = translator(language, 'blog');
  const entries = blog.published.slice(0, entriesAtMost).map((post) => entryOf(post, language));
  const updated = newestChange(entries);
  if (updated === undefined) return undefined;
  return {
    language,
    origin,
    title: t('title'),
    description: t('description'),
    page: blogPath(language),
    updated,
    entries,
  };
}

function entryOf(post: PublishedPost, language: Language): FeedEntry {
  const text = post.texts.get(language) ?? post.original;
  const { title, description, author, date, updated = date } = text.fields;
  return {
    path: postPath(language, post.slug),
    occasion: '',
    title,
    summary: description,
    author,
    lang: text.language === language ? null : languageTags[text.language],
    categories: post.tags.map((tag) => topicName(language, tag)),
    published: date,
    updated: updated > date ? updated : date,
  };
}
