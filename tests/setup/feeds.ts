import type { FeedFormat } from '#domain/site/feedPaths.ts';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { expectWellFormed, parseXml } from './xml.ts';

type Link = { '@rel': string; '@href': string };
type Texts = Readonly<Record<string, unknown>>;

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** RFC 822 with a year of four digits, as RSS requires. */
const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Fails unless `text` keeps the rules of Atom 1.0 (RFC 4287), RSS 2.0 or JSON Feed 1.1 and lies at `address`. */
export function expectValidFeed(text: string, format: FeedFormat, address: string): void {
  if (format === 'json') {
    expectJsonFeed(text, address);
    return;
  }
  expectWellFormed(text);
  if (format === 'atom') expectAtom(text, address);
  else expectRss(text, address);
}

/** 4.1.1 and 4.1.2: elements that a feed and an entry must have exactly once. */
function expectAtom(text: string, address: string): void {
  const { feed } = parseXml(text, ['entry', 'link', 'author', 'category']) as {
    feed: Texts & { entry?: Texts[]; link: Link[]; author: Texts[] };
  };
  expect(feed['@xmlns']).toBe('http://www.w3.org/2005/Atom');
  expect(feed['id']).toBe(address);
  expect(feed['title']).toMatch(/\S/);
  expect(feed['updated']).toMatch(rfc3339);
  expect(feed.author).toHaveLength(1);
  expect(feed.link.filter((link) => link['@rel'] === 'self')).toMatchObject([{ '@href': address }]);
  expect(feed.link.filter((link) => link['@rel'] === 'alternate')).toHaveLength(1);
  const entries = feed.entry ?? [];
  expectUnique(entries.map((entry) => String(entry['id'])));
  for (const entry of entries) {
    expectSameSite(String(entry['id']), address);
    expect(textOf(entry['title'])).toMatch(/\S/);
    expect(entry['updated']).toMatch(rfc3339);
    expect(entry['published']).toMatch(rfc3339);
    expect(String(entry['updated']) >= String(entry['published'])).toBe(true);
    expect(String(entry['updated']) <= String(feed['updated'])).toBe(true);
    expectUnique((entry['category'] as Texts[] | undefined)?.map((one) => String(one['@term'])));
  }
}

/** Fields that jsonfeed.org requires and recommends, and no unknown ones. */
function expectJsonFeed(text: string, address: string): void {
  const feed = jsonFeed.parse(JSON.parse(text));
  expect(feed.feed_url).toBe(address);
  expectSameSite(feed.home_page_url, address);
  expectUnique(feed.items.map(({ id }) => id));
  for (const item of feed.items) {
    expectSameSite(item.id, address);
    expectSameSite(item.url, address);
    expect(item.date_modified >= item.date_published).toBe(true);
    expect(JSON.stringify(item).isWellFormed()).toBe(true);
    expectUnique(item.tags);
  }
}

const words = z.string().check(z.regex(/\S/));
const authors = z.array(z.strictObject({ name: words, url: z.optional(z.url()) }));
const instant = z.string().check(z.regex(rfc3339));
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: words,
  home_page_url: z.url(),
  feed_url: z.url(),
  description: words,
  icon: z.url(),
  authors,
  language: words,
  items: z.array(
    z.strictObject({
      id: words,
      url: words,
      title: words,
      content_text: words,
      date_published: instant,
      date_modified: instant,
      authors: z.optional(authors),
      tags: z.optional(z.array(words)),
      language: z.optional(words),
    }),
  ),
});

/** Elements that a channel must have, and an item at least one of. */
function expectRss(text: string, address: string): void {
  const { rss } = parseXml(text, ['item', 'category']) as {
    rss: Texts & { channel: Texts & { item?: Texts[] } };
  };
  expect(rss['@version']).toBe('2.0');
  const { channel } = rss;
  for (const name of ['title', 'link', 'description', 'language']) {
    expect(channel[name]).toMatch(/\S/);
  }
  expect(channel['lastBuildDate']).toMatch(rfc822);
  expect(channel['atom:link']).toMatchObject({ '@rel': 'self', '@href': address });
  const items = channel.item ?? [];
  expectUnique(items.map((item) => textOf(item['guid'])));
  for (const item of items) {
    expect(item['title']).toMatch(/\S/);
    expectSameSite(String(item['link']), address);
    expect(item['pubDate']).toMatch(rfc822);
    const { guid } = item as { guid: Texts };
    if (guid['@isPermaLink'] === 'true') expect(textOf(guid)).toBe(item['link']);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String((value as Texts)['#text']);
}

function expectUnique(values: readonly string[] = []): void {
  expect(new Set(values).size).toBe(values.length);
}

/** Fails unless `text` is a whole address on the site of the feed, so that it is as secure as that. */
function expectSameSite(text: string, feed: string): void {
  expect(text).toMatch(/^\S+$/);
  expect(text.startsWith(`${new URL(feed).origin}/`), text).toBe(true);
}
