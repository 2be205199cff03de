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

/** The links of footnotes lead to this page, and the attributes are for our own styles and for screen readers. */
const ours =
  /<a href="#note-\d+"[^>]*>(\d+)<\/a>| (?:aria-label|class|dir|id|role|tabindex)="[^"]*"/g;

/** Returns the HTML of an answer for the clipboard, in neutral words. Formulas are as they were written. */
export function copiedHtml(text: string, ownHost: string): string {
  return boundedHtml(text, { ...options, ownHost })
    .replaceAll('class="shared-right"', 'align="right"')
    .replaceAll('class="shared-center"', 'align="center"')
    .replaceAll(ours, '$1');
}
