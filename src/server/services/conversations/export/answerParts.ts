import type { AnswerSearch, SearchSource } from '#contract/search/aiSearch.ts';
import type { MediaFile } from '#contract/media/media.ts';
import { unsupportedMark } from '#domain/search/aiSearch.ts';
import { sourceHref } from '#domain/search/sourceHref.ts';
import { rewriteProse } from '#markdown/rewriteProse.ts';

export type MarkdownLinks = {
  /** The origin of this site, for links to its pages. */
  site: string;
  /** Returns the address of a file, absolute or relative to the Markdown file. */
  media: (file: MediaFile) => string;
};

export type PartLabels = { sources: string; unsupported: string; deleted: string };

/** Returns pictures, music and videos of an answer as a list of links. */
export function mediaToMarkdown(
  files: readonly MediaFile[],
  links: MarkdownLinks,
  labels: PartLabels,
): string {
  return files
    .map((file) => {
      const title = escapeInline(file.title === '' ? file.kind : file.title);
      if (file.deleted) return `- ${title} (${labels.deleted})`;
      return `- [${title}](${destination(links.media(file))}) (${factsOf(file).join(', ')})`;
    })
    .join('\n');
}

/** Returns the sources of an answer with their quotes, numbered as in its text. */
export function sourcesToMarkdown(
  { sources }: AnswerSearch,
  links: MarkdownLinks,
  labels: PartLabels,
): string {
  if (sources.length === 0) return '';
  const items = sources.map((source) => sourceToMarkdown(source, links));
  return [`### ${labels.sources}`, ...items].join('\n\n');
}

/** Replaces marks of unsupported sentences by words, but not the same signs in code. */
export function spellOutMarks(text: string, { unsupported }: PartLabels): string {
  return rewriteProse(text, (prose) => prose.replaceAll(unsupportedMark, ` *(${unsupported})*`));
}

/** Returns a title on one line, with Markdown characters escaped. */
export function escapeInline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
}

function sourceToMarkdown(source: SearchSource, { site }: MarkdownLinks): string {
  const { number, host, date } = source;
  const title = escapeInline(source.title.trim() === '' ? host : source.title);
  const href = sourceHref(source);
  const link = href && `[${title}](${destination(new URL(href, site).href)})`;
  const facts = [link ?? title, escapeInline(host), ...(date === null ? [] : [date])].join(' · ');
  const quotes = source.quotes.map(({ text }) => `> ${escapeInline(text)}`);
  return [`\\[${number}\\] ${facts}`, ...quotes].join('\n\n');
}

function factsOf({ type, width, height, seconds }: MediaFile): string[] {
  return [
    type,
    ...(width !== null && height !== null ? [`${width} × ${height}`] : []),
    ...(seconds === null ? [] : [`${Math.round(seconds)} s`]),
  ];
}

/** Returns an address in angle brackets, within which it may contain parentheses. */
function destination(address: string): string {
  return `<${address.replace(/[<>\s]/g, (character) => encodeURIComponent(character))}>`;
}
