import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import type { BranchMessage } from '#server/db/queries/branches.ts';
import { citationsToHtml } from '#server/services/shares/citationsHtml.ts';
import { htmlPieces } from '#server/services/shares/markdownToHtml.ts';

/** Noncharacters around what is said in the reader's language. They are removed from texts. */
const [open, close] = ['\uFDD0', '\uFDD1'];
const marks = /[\uFDD0\uFDD1]/g;
const marked = /\uFDD0([timufn])([^\uFDD1]*)\uFDD1/g;

/** Returns a text without the characters that represent words of a language in its HTML. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}

/** Returns the prefix of the ids of an answer's sources. */
export function sourcePrefix({ id }: Pick<BranchMessage, 'id'>): string {
  return `source-${id}-`;
}

/** Yields the HTML of an answer in pieces, with marks in place of the few words that depend on the language. */
export function neutralHtml(
  message: Pick<BranchMessage, 'id' | 'text' | 'search'>,
  ownHost: string,
): Generator<string> {
  const { search } = message;
  const unsupported = `${open}u${close}`;
  return htmlPieces(withoutMarks(message.text), {
    ownHost,
    table: `${open}t${close}`,
    footnotePrefix: `note-${message.id}-`,
    footnote: (number) => `${open}f${number}${close}`,
    footnotes: `${open}n${close}`,
    image: (name) => (name === '' ? `${open}m${close}` : `${open}i${name}${close}`),
    ...(search && { cite: citationsToHtml(unsupported, search, sourcePrefix(message)) }),
  });
}

/** Returns the HTML of an answer with the words of a language. */
export function inLanguage(html: string, t: TranslateInBrowser): string {
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
