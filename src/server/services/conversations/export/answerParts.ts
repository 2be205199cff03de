import type { AnswerSearch, SearchSource } from '#contract/aiSearch.ts';
import type { MediaFile } from '#contract/media.ts';
import { sourceHref } from '#domain/sourceHref.ts';

/** Where the links of a Markdown file lead. */
export type MarkdownLinks = {
  /** The address of this site, for its own pages. */
  site: string;
  /** The address of a file, absolute or relative to the Markdown file. */
  media: (file: MediaFile) => string;
};

export type PartWords = { sources: string; unsupported: string; deleted: string };

/** Pictures, music and videos of an answer as a list of links. */
export function mediaToMarkdown(
  files: readonly MediaFile[],
  links: MarkdownLinks,
  words: PartWords,
): string {
  return files
    .map((file) => {
      const title = inline(file.title === '' ? file.kind : file.title);
      if (file.deleted) return `- ${title} (${words.deleted})`;
      return `- [${title}](${destination(links.media(file))}) (${factsOf(file).join(', ')})`;
    })
    .join('\n');
}

/** The sources of an answer with their passages; the numbers are those of its text. */
export function sourcesToMarkdown(
  { sources }: AnswerSearch,
  links: MarkdownLinks,
  words: PartWords,
): string {
  if (sources.length === 0) return '';
  const items = sources.map((source) => sourceToMarkdown(source, links));
  return [`### ${words.sources}`, ...items].join('\n\n');
}

/** The mark of a sentence that no source supports, in words. */
export function withoutMarks(text: string, { unsupported }: PartWords): string {
  return text.replaceAll('[?]', `*(${unsupported})*`);
}

/** A title on one line that is no markup. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
}

function sourceToMarkdown(source: SearchSource, { site }: MarkdownLinks): string {
  const { number, host, date } = source;
  const title = inline(source.title.trim() === '' ? host : source.title);
  const href = sourceHref(source);
  const link = href && `[${title}](${destination(new URL(href, site).href)})`;
  const facts = [link ?? title, inline(host), ...(date === null ? [] : [date])].join(' · ');
  const quotes = source.quotes.map(({ text }) => `> ${inline(text)}`);
  return [`\\[${number}\\] ${facts}`, ...quotes].join('\n\n');
}

function factsOf({ type, width, height, seconds }: MediaFile): string[] {
  return [
    type,
    ...(width !== null && height !== null ? [`${width} × ${height}`] : []),
    ...(seconds === null ? [] : [`${Math.round(seconds)} s`]),
  ];
}

/** Within angle brackets an address may have parentheses. */
function destination(address: string): string {
  return `<${address.replace(/[<>\s]/g, (character) => encodeURIComponent(character))}>`;
}
