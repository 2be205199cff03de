import type { Marker } from '#domain/texts/markedText.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Returns a text with its matches in `<mark>`. */
export function markedText(text: string, marker: Marker): Markup {
  const pieces = marker(text).map(({ text, isMarked }) =>
    isMarked ? markup`<mark>${text}</mark>` : markup`${text}`,
  );
  return markup`${pieces}`;
}

/** Quotation marks, also straight ones. A single closing mark may be an apostrophe. */
const quotationMark = /["“”„«»‹›「」『』‘‚]/;

/**
 * Returns a text as a quotation, with its attributes and, with marked words, its content. A text with quotation marks gets
 * no others around it, because browsers do not change the inner ones.
 */
export function quotation(
  text: string,
  attributes?: Markup,
  content: Markup = markup`${text}`,
): Markup {
  return quotationMark.test(text)
    ? markup`<span${attributes}>${content}</span>`
    : markup`<q${attributes}>${content}</q>`;
}
