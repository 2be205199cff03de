import { describe, expect, it } from 'vitest';
import { markOf } from '#domain/mark.ts';
import { decodeFilePath, fileSegment } from '#domain/pageFiles.ts';

describe('markOf', () => {
  it('is always the same for an id', () => {
    expect(markOf('g-B3hgivKK9')).toEqual(markOf('g-B3hgivKK9'));
  });

  it('differs for most ids, also for those in a row, and uses all eight hues', () => {
    const marks = Array.from({ length: 1_000 }, (_, index) => markOf(`g-${index}`));
    expect(new Set(marks.map((mark) => JSON.stringify(mark))).size).toBeGreaterThan(900);
    expect(new Set(marks.map(({ hue }) => hue)).size).toBe(8);
  });

  it('is a path of drawing commands and nothing else', () => {
    expect(markOf('"><script>').path).toMatch(/^[MmhvaAzZ0-9 .-]+$/);
  });
});

describe('fileSegment', () => {
  it.each(['g-B3hgivKK9', 'a/b', '100%', 'a~b', '..', '教育', '?#&=+ ', 'a%2Fb'])(
    'names a file safely for %s, and back',
    (id) => {
      expect(fileSegment(id)).toMatch(/^[\w.~!*'()-]+$/);
      expect(decodeFilePath(fileSegment(id))).toBe(id);
    },
  );
});
