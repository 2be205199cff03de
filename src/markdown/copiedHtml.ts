import { boundedHtml } from '#markdown/markdownToHtml.ts';

/** In place of the name of a picture without one. */
const unnamedPicture = '🖼';

/** Words for screen readers do not belong into the documents of users. */
const options = {
  image: (name: string) => name || unnamedPicture,
  footnotePrefix: 'note-',
  footnote: String,
  footnotes: '',
  table: '',
};

/** Returns the HTML of an answer for the clipboard, in neutral words. Formulas are as they were written. */
export function copiedHtml(text: string, ownHost: string): string {
  return boundedHtml(text, { ...options, ownHost });
}
