import { getRssString } from '@astrojs/rss';
import { developmentOrigin, entryId, instantOf } from '#catalog/feeds/atom.ts';
import type { FeedEntry, FeedFile } from '#catalog/feeds/feed.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { escapeXml, xmlCharacters } from '#domain/texts/xml.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/**
 * Returns a feed in RSS 2.0. Its own URL is an element of Atom and authors are elements of Dublin Core, as readers
 * expect.
 */
export async function rssText({ path, feed }: FeedFile): Promise<string> {
  const origin = feed.origin ?? developmentOrigin;
  const own = escapeXml(absoluteUrl(path, origin));
  const changed = new Date(instantOf(feed.updated)).toUTCString();
  return getRssString({
    title: xmlCharacters(feed.title),
    description: xmlCharacters(feed.description),
    site: absoluteUrl(feed.page, origin),
    trailingSlash: false,
    xmlns: {
      atom: 'http://www.w3.org/2005/Atom',
      dc: 'http://purl.org/dc/elements/1.1/',
    },
    customData:
      `<language>${languageTags[feed.language]}</language>` +
      `<lastBuildDate>${changed}</lastBuildDate>` +
      `<atom:link rel="self" type="application/rss+xml" href="${own}"/>`,
    items: feed.entries.map((entry) => itemOf(entry, origin)),
  });
}

function itemOf(entry: FeedEntry, origin: string) {
  const { path, title, summary, author, categories, published } = entry;
  const id = escapeXml(entryId(entry, origin));
  const creator = author === null ? '' : `<dc:creator>${escapeXml(author)}</dc:creator>`;
  return {
    title: xmlCharacters(title),
    description: xmlCharacters(summary),
    link: absoluteUrl(path, origin),
    pubDate: new Date(instantOf(published)),
    categories: categories.map(xmlCharacters),
    customData: `<guid isPermaLink="${String(entry.occasion === '')}">${id}</guid>${creator}`,
  };
}
