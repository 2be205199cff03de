import type { FeedEntry, FeedFile } from '#catalog/feeds/feed.ts';
import type { Day } from '#domain/dates.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { escapeXml } from '#domain/texts/xml.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/**
 * Returns a feed in Atom 1.0 (RFC 4287). Ids are the URLs of pages, which never change. Dates are the starts of days.
 */
export function atomText({ path, feed }: FeedFile): string {
  const origin = feed.origin ?? developmentOrigin;
  const { title, description, page, updated, entries, language } = feed;
  const parts = [
    element('id', absoluteUrl(path, origin)),
    element('title', title),
    element('subtitle', description),
    element('updated', instantOf(updated)),
    `<author>${element('name', 'Dolores')}${element('uri', origin)}</author>`,
    link('self', 'application/atom+xml', absoluteUrl(path, origin)),
    link('alternate', 'text/html', absoluteUrl(page, origin)),
    ...entries.map((entry) => entryText(entry, origin)),
  ];
  const lang = escapeXml(languageTags[language]);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">\n${parts.join('\n')}\n</feed>\n`
  );
}

/** The origin in feeds without a public one, because feeds need absolute URLs. */
export const developmentOrigin = 'http://localhost';

/** Returns the id of an entry: the URL of its page, with the occasion as hash if there are several. */
export function entryId({ path, occasion }: FeedEntry, origin: string): string {
  return `${absoluteUrl(path, origin)}${occasion === '' ? '' : `#${occasion}`}`;
}

/** Returns the start of a day. */
export function instantOf(day: Day): string {
  return `${day}T00:00:00Z`;
}

function entryText(entry: FeedEntry, origin: string): string {
  const { path, title, summary, author, lang, categories, published, updated } = entry;
  const language = lang === null ? '' : ` xml:lang="${escapeXml(lang)}"`;
  const parts = [
    element('id', entryId(entry, origin)),
    element('title', title, language),
    link('alternate', 'text/html', absoluteUrl(path, origin)),
    element('published', instantOf(published)),
    element('updated', instantOf(updated)),
    ...(author === null ? [] : [`<author>${element('name', author)}</author>`]),
    ...categories.map((category) => `<category term="${escapeXml(category)}"/>`),
    ...(summary === '' ? [] : [element('summary', summary, language)]),
  ];
  return `<entry>\n${parts.join('\n')}\n</entry>`;
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeXml(text)}</${name}>`;
}

function link(relation: string, type: string, address: string): string {
  return `<link rel="${relation}" type="${type}" href="${escapeXml(address)}"/>`;
}
