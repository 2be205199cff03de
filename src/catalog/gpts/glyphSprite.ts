import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { memoiseConstant } from '#catalog/memoise.ts';
import { type Glyph, glyphs } from '#domain/gpts/glyphs.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import { parseTrusted } from '#domain/json.ts';

type IconSet = { icons: Readonly<Record<string, { body: string }>> };

/**
 * Returns the sprite of all glyphs of marks. Each glyph is a symbol with its name as id, in the colour of the text
 * around it.
 */
export function glyphSprite(): string {
  const symbols = glyphs.map(
    (glyph) => `<symbol id="${glyph}" viewBox="0 0 24 24">${glyphMarkup(glyph)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

/** Returns a glyph as SVG markup in a box of 24 by 24. */
export function glyphMarkup(glyph: Glyph, colour = 'currentColor'): string {
  const body = icons().icons[glyph]?.body;
  if (body === undefined) throw new Error(`Lucide has no icon ${glyph}`);
  return body.replaceAll('currentColor', colour);
}

const icons = memoiseConstant((): IconSet => {
  const { resolve } = createRequire(join(sourceFolder(), 'package.json'));
  return parseTrusted(readFileSync(resolve('@iconify-json/lucide/icons.json'), 'utf8'));
});
