import type { Glyph } from '#domain/gpts/glyphs.ts';
import { ownValue } from '#domain/ownValue.ts';

/** The glyphs of capabilities, from the file that also has those of marks. */
const known: Readonly<Record<string, Glyph>> = {
  text: 'message-circle',
  'image-input': 'image',
  'file-input': 'file-text',
  browser: 'search-check',
  canvas: 'notebook-pen',
  dalle: 'palette',
  image_gen: 'palette',
  python: 'chart-column',
  actions: 'plug',
  knowledge: 'book-open',
  code: 'code-xml',
};

/** Returns the glyph of a capability. */
export function capabilityGlyph(id: string): Glyph {
  return ownValue(known, id) ?? 'sparkles';
}
