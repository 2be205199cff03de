/**
 * Digest of the sprite file of all glyphs (`glyphs.ts`). It is part of the file's name, so that browsers can cache it. A
 * test checks it. It has a file of its own, because the paths of GPTs need it where no mark is drawn yet.
 */
export const glyphsDigest = '8fd7bf4a22';
