import { glyphSprite } from '#catalog/gpts/glyphSprite.ts';
import { staticPaths } from '#catalog/astroContext.ts';

export const getStaticPaths = () => staticPaths('/glyphs/[digest].svg');

/** The glyphs of all marks. */
export function GET(): Response {
  return new Response(glyphSprite(), { headers: { 'content-type': 'image/svg+xml' } });
}
