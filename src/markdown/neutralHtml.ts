import { markWord, withoutMarks } from '#domain/texts/answerMarks.ts';
import { type MarkdownOptions, boundedHtml, htmlPieces } from '#markdown/markdownToHtml.ts';

/** Represent the words that depend on the reader's language. */
const neutralWords = {
  table: markWord('t'),
  footnote: (number: number) => markWord('f', String(number)),
  footnotes: markWord('n'),
  image: (name: string) => (name === '' ? markWord('m') : markWord('i', name)),
} satisfies Partial<MarkdownOptions>;

/** What a caller chooses about the HTML of a text. */
type TextOptions = Omit<MarkdownOptions, keyof typeof neutralWords>;

/** Yields the HTML of untrusted Markdown in pieces, with marks in place of the few words that depend on the language. */
export function neutralPieces(text: string, options: TextOptions): Generator<string> {
  return htmlPieces(withoutMarks(text), { ...neutralWords, ...options });
}

/**
 * Returns the HTML of untrusted Markdown for `answerInLanguage`. A text that would take too long, or become too long, is
 * shown as it was written.
 */
export function neutralHtml(text: string, options: TextOptions): string {
  return boundedHtml(withoutMarks(text), { ...neutralWords, ...options });
}
