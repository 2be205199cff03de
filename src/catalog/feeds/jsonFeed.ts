import { developmentOrigin, entryId, instantOf } from '#catalog/feeds/atom.ts';
import type { FeedEntry, FeedFile } from '#catalog/feeds/feed.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** Returns a feed in the format JSON Feed 1.1 (jsonfeed.org). Dates are the starts of days. */
export function jsonFeedText({ path, feed }: FeedFile): string {
  const origin = feed.origin ?? developmentOrigin;
  const { title, description, page, entries, language } = feed;
  const content = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: absoluteUrl(page, origin),
    feed_url: absoluteUrl(path, origin),
    description,
    icon: absoluteUrl('/apple-touch-icon.png', origin),
    authors: [{ name: 'Dolores', url: origin }],
    language: languageTags[language],
    items: entries.map((entry) => itemOf(entry, origin)),
  };
  return `${JSON.stringify(content)}\n`;
}

function itemOf(entry: FeedEntry, origin: string): object {
  const { path, title, summary, author, lang, categories, published, updated } = entry;
  return {
    id: entryId(entry, origin),
    url: absoluteUrl(path, origin),
    title: title.toWellFormed(),
    // An item must have a content.
    content_text: (summary || title).toWellFormed(),
    date_published: instantOf(published),
    date_modified: instantOf(updated),
    ...(author === null ? {} : { authors: [{ name: author.toWellFormed() }] }),
    ...(categories.length === 0 ? {} : { tags: categories }),
    ...(lang === null ? {} : { language: lang }),
  };
}
