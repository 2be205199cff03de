import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import {
  type MarkdownOptions,
  htmlAtMost,
  htmlPieces,
  plainHtml,
  workAtMost,
  workOf,
} from '#markdown/markdownToHtml.ts';

/** Noncharacters around what is said in the reader's language. They are removed from texts. */
const [open, close] = ['\uFDD0', '\uFDD1'];
const marks = /[\uFDD0\uFDD1]/g;
const marked = /\uFDD0([timufn])([^\uFDD1]*)\uFDD1/g;

/** Returns a message in the reader's language. */
type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Represents the words for a part of an answer that no source supports. */
export const unsupportedMark = `${open}u${close}`;

/** Represent the words that depend on the reader's language. */
const neutralWords = {
  table: `${open}t${close}`,
  footnote: (number: number) => `${open}f${number}${close}`,
  footnotes: `${open}n${close}`,
  image: (name: string) => (name === '' ? `${open}m${close}` : `${open}i${name}${close}`),
} satisfies Partial<MarkdownOptions>;

/** What a caller chooses about the HTML of a text. */
type TextOptions = Omit<MarkdownOptions, keyof typeof neutralWords>;

/** Returns a text without the characters that represent words of a language in its HTML. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

/** Yields the HTML of untrusted Markdown in pieces, with marks in place of the few words that depend on the language. */
export function neutralPieces(text: string, options: TextOptions): Generator<string> {
  return htmlPieces(withoutMarks(text), { ...neutralWords, ...options });
}

/**
 * Returns the HTML of untrusted Markdown for `inLanguage`. A text that would take too long, or become too long, is shown
 * as it was written.
 */
export function neutralHtml(text: string, options: TextOptions): string {
  if (workOf(text) > workAtMost) return plainHtml(withoutMarks(text));
  const charactersAtMost = htmlAtMost(text);
  let html = '';
  for (const piece of neutralPieces(text, options)) {
    html += piece;
    if (html.length > charactersAtMost) return plainHtml(withoutMarks(text));
  }
  return html;
}

/** Whether neutral HTML has words of a language. */
export function hasWords(html: string): boolean {
  return html.includes(open);
}

/** Returns neutral HTML with the words of a language. Needs the texts `shares.table`, `shares.image`, `chat.footnote`… */
export function inLanguage(html: string, t: Translate): string {
  if (!hasWords(html)) return html;
  const texts = {
    t: escapeHtml(t('shares.table')),
    m: escapeHtml(t('shares.imageUnnamed')),
    u: escapeHtml(t('chat.search.unsupported')),
    n: escapeHtml(t('chat.footnotes')),
  };
  const picture = escapeHtml(t('shares.image', { name: open }));
  const footnote = escapeHtml(t('chat.footnote', { number: open }));
  return html.replace(marked, (_, kind: 'i' | 'f' | keyof typeof texts, name: string) => {
    // The name is escaped already.
    if (kind === 'i') return picture.replace(open, () => name);
    return kind === 'f' ? footnote.replace(open, () => name) : texts[kind];
  });
}
