import { type Mark, patternOf } from '#domain/gpts/mark.ts';
import { glyphPath } from '#domain/gpts/gptPaths.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the mark of a GPT, its generated picture. The glyph is in a file of its own, which the browser fetches once:
 * inline, the glyphs of a ranking would be a sixth of the page.
 */
export function gptMark(mark: Mark, className?: string): Markup {
  return markup`
    <svg${svgAttributes(mark, className)}>
      <path d="${patternOf(mark.id)}"></path>
      ${glyphOf(mark)}
    </svg>`;
}

/** Returns a mark without the pattern of its id. For tables, where the patterns would be larger than the rows. */
export function plainMark(mark: Mark | null): Markup {
  return markup`<svg${svgAttributes(mark)}>${glyphOf(mark)}</svg>`;
}

function svgAttributes(mark: Mark | null, className?: string): Markup {
  const names = ['mark', mark && `mark-${mark.hue}`, className].filter(Boolean);
  return attributes({ viewBox: '0 0 24 24', class: names.join(' '), 'aria-hidden': 'true' });
}

function glyphOf(mark: Mark | null): Markup {
  const href = mark && glyphPath(mark.glyph);
  return markup`<use x="5" y="5" width="14" height="14"${attributes({ href })}></use>`;
}
