import type { Marker } from '#domain/texts/markedText.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Returns a text with its matches in `<mark>`. */
export function markedText(text: string, marker: Marker): Markup {
  const pieces = marker(text).map(({ text, isMarked }) =>
    isMarked ? markup`<mark>${text}</mark>` : markup`${text}`,
  );
  return markup`${pieces}`;
}
