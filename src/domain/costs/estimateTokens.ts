/**
 * Quarters of a token that each character counts, by the last code point of a range. Prices depend on it, so it errs on the
 * high side: plain text in the scripts that models know best takes fewer tokens, and text that was made to take many, at most
 * 3.1 times as many (measured with OpenAI's published encodings). Rare characters count as their bytes, which is the most.
 */
const ranges: readonly (readonly [last: number, quarters: number])[] = [
  [0x1f, 4], // Control characters. Line breaks and tabs count like blanks.
  [0x7f, 2], // Capitals, digits and signs. Small letters and blanks count less.
  [0x17f, 2], // Latin with accents
  [0x19f, 8],
  [0x1b0, 2], // Vietnamese ơ and ư
  [0x36f, 8],
  [0x45f, 2], // Greek, Cyrillic
  [0x52f, 8],
  [0x58f, 4], // Armenian
  [0x6ff, 2], // Hebrew, Arabic
  [0x7ff, 8],
  [0x8ff, 12],
  [0x10ff, 4], // From Devanagari to Georgian
  [0x177f, 12],
  [0x17ff, 4], // Khmer
  [0x1dff, 12],
  [0x1eff, 3], // Latin with two accents, as in Vietnamese
  [0x1fff, 8],
  [0x206f, 4], // Dashes and quotation marks
  [0x2fff, 8], // Symbols
  [0x33ff, 4], // Kana, Chinese punctuation
  [0x4dff, 12],
  [0x9fff, 4], // Chinese
  [0xabff, 12],
  [0xd7af, 4], // Korean
  [0xfeff, 12],
  [0xffff, 4], // Wide forms of Latin
  [0x1efff, 16],
  [0x1faff, 12], // Emoji
  [0x10ffff, 16],
];

/** Most UTF-8 bytes of one estimated token. */
export const bytesPerToken = 4;

/** Returns a high estimate of a text's tokens: one per four small Latin letters or blanks, or per Chinese character. */
export function estimateTokens(value: string): number {
  let quarters = 0;
  for (const character of value) quarters += quartersOf(character.codePointAt(0) ?? 0);
  return Math.ceil(quarters / 4);
}

function quartersOf(code: number): number {
  const isPlain = (code >= 0x61 && code <= 0x7a) || code === 0x20 || (code >= 0x9 && code <= 0xd);
  if (isPlain) return 1;
  for (const [last, quarters] of ranges) if (code <= last) return quarters;
  return 16;
}
