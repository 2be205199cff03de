/*
 * Marks in the HTML of answers, in place of the few words that depend on the reader's language: noncharacters around a
 * letter and a text. They are removed from the texts themselves.
 */

export const [openMark, closeMark] = ['\uFDD0', '\uFDD1'];

const marks = /[\uFDD0\uFDD1]/g;

/** Finds the marks in HTML, with their letter and their text. */
export const markedWords = /\uFDD0([timufn])([^\uFDD1]*)\uFDD1/g;

/** Returns a mark: the name of a table (`t`), a picture (`i`, or `m` without a name), footnotes (`n`, `f`), or `u`. */
export function markWord(letter: 't' | 'i' | 'm' | 'u' | 'f' | 'n', text = ''): string {
  return `${openMark}${letter}${text}${closeMark}`;
}

/** Whether HTML has marks. */
export function hasMarks(html: string): boolean {
  return html.includes(openMark);
}

/** Returns a text without the characters that represent words of a language in its HTML. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '');
}
