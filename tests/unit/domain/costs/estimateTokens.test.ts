import { describe, expect, it } from 'vitest';
import { bytesPerToken, estimateTokens } from '#domain/costs/estimateTokens.ts';

describe('the estimate of tokens', () => {
  it.each([
    ['four small letters or blanks', 'abc '.repeat(25), 25],
    ['two capitals, digits or signs', 'A1,;'.repeat(25), 50],
    ['two letters of Greek, Cyrillic, Hebrew or Arabic', 'λжאص'.repeat(25), 50],
    ['a letter of an Indic script', 'क'.repeat(100), 100],
    ['a character of Chinese, Japanese or Korean', '字か한'.repeat(10), 30],
    ['a third of a rare character of three bytes', 'Ꭰ'.repeat(10), 30],
    ['a half of a rare character of two bytes', '\u{301}'.repeat(10), 20],
    ['a third of an emoji', '😀'.repeat(10), 30],
    ['a quarter of a rare character of four bytes', '𒀀'.repeat(10), 40],
    ['nothing of no text', '', 0],
  ])('counts a token for %s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('never estimates a token for more bytes than the history query reads', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      const text = String.fromCodePoint(code).repeat(4);
      if (4 * bytes > bytesPerToken * estimateTokens(text)) throw new Error(code.toString(16));
    }
  });
});
