import { brotliDecompressSync } from 'node:zlib';

/**
 * Returns the characters for which a WOFF2 font has glyphs, from its `cmap` table (W3C WOFF 2.0; OpenType 1.9, `cmap`
 * formats 4 and 12). Throws if it is not a WOFF2 font.
 */
export function charactersOf(font: Buffer): Set<number> {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF2 font');
  const table = tableOf(font, 'cmap');
  if (table === undefined) throw new Error('This font has no table of characters');
  const found = new Set<number>();
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const subtable = table.subarray(table.readUInt32BE(8 + index * 8));
    const format = subtable.readUInt16BE(0);
    if (format === 4) addSegments(subtable, found);
    if (format === 12) addGroups(subtable, found);
  }
  return found;
}

const headerBytes = 48;
/** Numbers of known tags in the table directory: `cmap`, the transformed tables `glyf` and `loca`, and a custom tag. */
const cmapNumber = 0;
const transformed = new Set([10, 11]);
const ownTag = 63;

function tableOf(font: Buffer, tag: 'cmap'): Buffer | undefined {
  const reader = new Reader(font, headerBytes);
  let start = 0;
  let found: { start: number; length: number } | undefined;
  for (let index = 0; index < font.readUInt16BE(12); index += 1) {
    const flags = reader.byte();
    const number = flags & 63;
    const name = number === ownTag ? reader.tag() : undefined;
    const original = reader.base128();
    const length = isTransformed(number, flags >> 6) ? reader.base128() : original;
    if (number === cmapNumber || name === tag) found = { start, length };
    start += length;
  }
  if (found === undefined) return undefined;
  // All tables are one compressed stream.
  const compressed = font.subarray(reader.place, reader.place + font.readUInt32BE(20));
  return brotliDecompressSync(compressed).subarray(found.start, found.start + found.length);
}

/** Whether a table is transformed: `glyf` and `loca` unless their version is 3, others unless their version is 0. */
function isTransformed(number: number, version: number): boolean {
  return transformed.has(number) ? version !== 3 : version !== 0;
}

class Reader {
  readonly #bytes: Buffer;
  place: number;

  constructor(bytes: Buffer, place: number) {
    this.#bytes = bytes;
    this.place = place;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.place);
    this.place += 1;
    return value;
  }

  tag(): string {
    this.place += 4;
    return this.#bytes.toString('latin1', this.place - 4, this.place);
  }

  /** Reads a number with seven bits per byte, highest bits first (UIntBase128). */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new Error('A number in this font is too long');
  }
}

function addSegments(table: Buffer, found: Set<number>): void {
  const size = table.readUInt16BE(6);
  const at = (part: number, index: number) => 14 + part * size + (part > 0 ? 2 : 0) + index;
  for (let index = 0; index < size; index += 2) {
    const end = table.readUInt16BE(at(0, index));
    const first = table.readUInt16BE(at(1, index));
    const delta = table.readUInt16BE(at(2, index));
    const place = at(3, index);
    const offset = table.readUInt16BE(place);
    for (let character = first; character <= end && character < 0xffff; character += 1) {
      const glyph = offset === 0 ? 1 : table.readUInt16BE(place + offset + (character - first) * 2);
      const isDrawn = offset === 0 ? (character + delta) % 0x10000 !== 0 : glyph !== 0;
      if (isDrawn) found.add(character);
    }
  }
}

function addGroups(table: Buffer, found: Set<number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const first = table.readUInt32BE(16 + index * 12);
    const last = table.readUInt32BE(20 + index * 12);
    for (let character = first; character <= last; character += 1) found.add(character);
  }
}
