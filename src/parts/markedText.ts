import type { Language } from '#domain/languages/languages.ts';
import { withInnerMarks } from '#domain/languages/quotationMarks.ts';
import type { Marker } from '#domain/texts/markedText.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Marks nothing. */
export const unmarked: Marker = (text) => [{ text, isMarked: false }];

/** Returns a text with its matches in `<mark>`. */
export function markedText(text: string, marker: Marker): Markup {
  const pieces = marker(text).map(({ text, isMarked }) =>
    isMarked ? markup`<mark>${text}</mark>` : markup`${text}`,
  );
  return markup`${pieces}`;
}

/**
 * Returns a text as a quotation in a page of a language, whose marks the style sheet puts around it, with its attributes.
 * Matches of a marker are in `<mark>`.
 */
export function quotation(
  language: Language,
  text: string,
  { attributes, marker = unmarked }: { attributes?: Markup; marker?: Marker } = {},
): Markup {
  return markup`<q${attributes}>${markedText(withInnerMarks(text, language), marker)}</q>`;
}
