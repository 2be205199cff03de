import type { Parts } from '#domain/fill.ts';
import { type Mark, patternOf } from '#domain/mark.ts';
import { glyphPath } from '#domain/urls.ts';

/** Returns the parts of the mark that `components/GptMark.astro` leaves open. */
export function markParts(mark: Mark, className = ''): Parts {
  return {
    mark: { attributes: { class: `mark mark-${mark.hue}${className}` } },
    pattern: { attributes: { d: patternOf(mark.id) } },
    glyph: { attributes: { href: glyphPath(mark.glyph) } },
  };
}
