import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textCleaner } from '#server/gateways/models/textCleaner.ts';

describe('textCleaner', () => {
  it('puts an emoji together that was cut between two texts', () => {
    const clean = textCleaner();
    expect([clean('a\uD83D'), clean('\uDE00b')]).toEqual(['a', '😀b']);
  });

  it('leaves whole texts as they are, however they are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 4 }), (text, size) => {
        const clean = textCleaner();
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
        expect(pieces.map((piece) => clean(piece)).join('')).toBe(text.replaceAll('\0', ''));
      }),
    );
  });

  it('lets nothing through that PostgreSQL or UTF-8 cannot hold', () => {
    const clean = textCleaner();
    expect(clean('a\0b\uDE00c')).toBe('ab\uFFFDc');
  });
});
