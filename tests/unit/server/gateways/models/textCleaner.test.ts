import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textCleaner } from '#server/gateways/models/upstreamAnswer.ts';

describe('textCleaner', () => {
  it('joins an emoji that was cut between two texts', () => {
    const clean = textCleaner();
    expect([clean('a\uD83D'), clean('\uDE00b')]).toEqual(['a', '😀b']);
  });

  it('keeps whole texts unchanged, for any boundaries', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 4 }), (text, size) => {
        const clean = textCleaner();
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        expect(pieces.map((piece) => clean(piece)).join('')).toBe(text.replaceAll('\0', ''));
      }),
    );
  });

  it('removes characters that PostgreSQL or UTF-8 cannot store', () => {
    const clean = textCleaner();
    expect(clean('a\0b\uDE00c')).toBe('ab\uFFFDc');
  });
});
